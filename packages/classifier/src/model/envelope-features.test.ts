import { stranger } from '@doorman/domain/screening/sender-facts'
import { expect, test } from 'vitest'
import { fakeMessage } from '../testing/fake-message.ts'
import { toEnvelopeFeatures } from './envelope-features.ts'

const { facts } = fakeMessage('Any text will do.')

const read = (hasWrittenToDomain: boolean) =>
  toEnvelopeFeatures({ ...facts, relationship: { ...stranger, hasWrittenToDomain } }, new Set())

test('a known organisation is a feature and a signal, and its sender is still a first contact', () => {
  const { features, signals } = read(true)
  expect(features.get('e:known-organisation')).toBe(1)
  expect(signals.has('known-organisation')).toBe(true)
  expect(signals.has('first-contact')).toBe(true)
})

test('there is no feature if the user hasn’t written to the domain', () => {
  expect(read(false).features.has('e:known-organisation')).toBe(false)
})

test('without facts about the sender, headers give signals but no features', () => {
  const claimed = { ...facts, thread: 'claimed', isBulk: true } as const
  expect(toEnvelopeFeatures(claimed, new Set()).features.has('e:thread claimed')).toBe(true)
  const unknown = toEnvelopeFeatures({ ...claimed, relationship: null }, new Set())
  expect([...unknown.features.keys()]).toEqual([])
  expect([...unknown.signals]).toEqual(['pretends-to-reply', 'writes-in-bulk'])
})
