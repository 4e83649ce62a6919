import { expect, test } from 'vitest'
import { fakeFacts, fakeMessage } from '../testing/fake-message.ts'
import { toFeatures } from './features.ts'

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
