import { expect, test } from 'vitest'
import { findShortcut, shortcuts } from './shortcuts.ts'

const press = { key: '', ctrlKey: false, metaKey: false, altKey: false, repeat: false }

test('164: every key of the table does what it stands for', () => {
  expect(shortcuts.map(({ key }) => key).join('')).toBe('jkxrs/?')
  expect(shortcuts.map(({ key }) => findShortcut({ ...press, key }))).toEqual(
    shortcuts.map(({ name }) => name),
  )
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
  'with %s the key belongs to the browser',
  (modifier) => {
    expect(findShortcut({ ...press, key: 'r', [modifier]: true })).toBeNull()
  },
)

test('other keys mean nothing', () => {
  expect(findShortcut({ ...press, key: 'q' })).toBeNull()
})

test('a key that is held down moves on, and acts once', () => {
  expect(findShortcut({ ...press, key: 'j', repeat: true })).toBe('next')
  expect(findShortcut({ ...press, key: 'r', repeat: true })).toBeNull()
})
