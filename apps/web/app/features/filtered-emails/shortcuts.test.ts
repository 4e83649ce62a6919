import { expect, test } from 'vitest'
import { findShortcut, shortcuts } from './shortcuts.ts'

const press = { key: '', ctrlKey: false, metaKey: false, altKey: false, repeat: false }

test('every key of the table triggers its own shortcut, and Enter is left to the focused row', () => {
  expect(shortcuts.map(({ key }) => key).join(' ')).toBe('j k Enter o x r s m z /')
  expect(shortcuts.map(({ key }) => findShortcut({ ...press, key }))).toEqual(
    shortcuts.map(({ name }) => (name === 'expand' ? null : name)),
  )
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
  'with %s the key is left to the browser',
  (modifier) => {
    expect(findShortcut({ ...press, key: 'r', [modifier]: true })).toBeNull()
  },
)

test('other keys do nothing', () => {
  expect(findShortcut({ ...press, key: 'q' })).toBeNull()
})

test('a key that is held down keeps moving, but takes an action only once', () => {
  expect(findShortcut({ ...press, key: 'j', repeat: true })).toBe('next')
  for (const key of ['r', 'm', 'z', 'o'])
    expect(findShortcut({ ...press, key, repeat: true })).toBeNull()
})
