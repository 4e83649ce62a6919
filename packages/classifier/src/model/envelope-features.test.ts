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

test('an unknown organisation, and one of which nothing is known, give no feature', () => {
  expect(read(false).features.has('e:known-organisation')).toBe(false)
  const unknown = toEnvelopeFeatures({ ...facts, relationship: null }, new Set())
  expect(unknown.features.has('e:known-organisation')).toBe(false)
})
