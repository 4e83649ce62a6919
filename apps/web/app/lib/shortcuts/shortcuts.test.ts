import { expect, test } from 'vitest'
import { shortcuts as listShortcuts } from '../../features/filtered-emails/shortcuts.ts'
import { findKeys, findMeaning, shortcuts } from './shortcuts.ts'

const press = {
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  timeStamp: 10_000,
}

test('every shortcut of the table is found by its keys, one after the other', () => {
  for (const shortcut of shortcuts) {
    const [last, ...before] = shortcut.keys.split(' ').toReversed()
    const meanings = before.map((key) => findMeaning({ ...press, key }, null))
    expect(meanings).toEqual(before.map(() => ({ kind: 'prefix', startedAt: 10_000 })))
    const startedAt = before.length > 0 ? 9_000 : null
    expect(findMeaning({ ...press, key: last ?? '' }, startedAt)).toEqual({
      kind: 'shortcut',
      shortcut,
    })
  }
})

test('no key of the list begins a sequence or is a shortcut of the whole app', () => {
  for (const { key } of listShortcuts)
    expect([key, findMeaning({ ...press, key }, null).kind]).toEqual([key, 'none'])
})

test('a second key that comes too late does not complete the sequence', () => {
  expect(findMeaning({ ...press, key: 'd' }, 8_500).kind).toBe('shortcut')
  expect(findMeaning({ ...press, key: 'd' }, 8_499).kind).toBe('none')
  expect(findMeaning({ ...press, key: 'g' }, 8_499).kind).toBe('prefix')
})

test('an unknown second key is taken and does nothing', () => {
  expect(findMeaning({ ...press, key: 'r' }, 9_900).kind).toBe('mistyped')
  expect(findMeaning({ ...press, key: 'g' }, 9_900).kind).toBe('mistyped')
})

test.each(['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)(
  'a key pressed with %s triggers no shortcut',
  (name) => {
    for (const key of ['?', 'g'])
      expect(findMeaning({ ...press, key, [name]: true }, null).kind).toBe('none')
    expect(findMeaning({ ...press, key: 'd', [name]: true }, 9_900).kind).toBe('none')
  },
)

test('the hint of a page with a shortcut names its keys', () => {
  expect(findKeys('/dashboard')).toBe('g d')
  expect(findKeys('/admin')).toBeUndefined()
})
