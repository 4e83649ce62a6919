import { expect, test } from 'vitest'
import { fakeFacts, fakeMessage } from '../testing/fake-message.ts'
import type { Judgeable } from './judgeable.ts'
import { Dictionary } from './dictionary.ts'
import { toName } from './feature-key.ts'
import { toFeatures as toFeaturesWith } from './features.ts'

const toFeatures = (message: Judgeable) => toFeaturesWith(message, new Map(), toName)

const fromFreemail = { ...fakeFacts, sender: 'freemail' } as const

test('a freemail sender who offers a service has another feature than a private person', () => {
  const neighbour = toFeatures(
    fakeMessage('Your bins fell over in the storm, I put them back.', 'Bins', fromFreemail),
  )
  expect([...neighbour.features.keys()]).toContain('e:freemail')
  const seller = toFeatures(
    fakeMessage(
      'We offer web design for small shops, and our rates are low.',
      'Shop',
      fromFreemail,
    ),
  )
  expect([...seller.features.keys()]).toContain('e:freemail-offer')
  expect([...seller.features.keys()]).not.toContain('e:freemail')
  for (const { signals } of [neighbour, seller]) expect(signals).toContain('writes-privately')
})

test.each([
  ['continued', true],
  ['claimed', true],
  ['unknown', true],
  ['new', false],
] as const)('in a thread that is %s, a quote is a feature: %s', (thread, counts) => {
  const message = fakeMessage('Monday suits us, by the gate at eight.', 'Gate', {
    ...fakeFacts,
    thread,
  })
  expect(toFeatures(message).features.has('has:quote')).toBe(false)
  expect(toFeatures({ ...message, hasQuote: true }).features.has('has:quote')).toBe(counts)
})

test.each([
  ['Please send the list of parts that your company needs.', 'sells-contacts'],
  ['Please send the list of parts that your company needs.', 'has-studied-you'],
  ['The court sits for 3 days while we are working with the other side.', 'names-clients'],
] as const)('%j is a hint for the model and does not show the signal %s', (text, signal) => {
  const { features, signals } = toFeatures(fakeMessage(text, 'Tuesday', fakeFacts))
  expect(features.has(`g:${signal}~`)).toBe(true)
  expect(signals).not.toContain(signal)
})

test('a German message also has the features and signals of its English counterpart', () => {
  const german = new Dictionary('wir=we\nbieten=offer\nwebseit*=web design\n')
  const message = fakeMessage('Wir bieten Webseiten.', 'Webseiten', {
    ...fakeFacts,
    language: 'de',
  })
  const { features, signals } = toFeaturesWith(message, new Map([['de', german]]), toName)
  for (const name of ['w:bieten', 'w:offer', 'b:we offer', 's:web', 'g:offers-a-service'])
    expect([...features.keys()]).toContain(name)
  expect(signals).toContain('offers-a-service')
  // The German dictionary is not used for a message in Dutch.
  const asDutch = { ...message, facts: { ...fakeFacts, language: 'nl' } } as const
  expect([
    ...toFeaturesWith(asDutch, new Map([['de', german]]), toName).features.keys(),
  ]).not.toContain('w:offer')
})
