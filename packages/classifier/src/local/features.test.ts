import { expect, test } from 'vitest'
import { fakeFacts, fakeMail } from '../fake-mail.ts'
import { toFeatures } from './features.ts'

const privately = { ...fakeFacts, sender: 'freemail' } as const

test('who offers something from a private address is no private person', () => {
  const neighbour = toFeatures(
    fakeMail('Your bins fell over in the storm, I put them back.', 'Bins', privately),
  )
  expect([...neighbour.features.keys()]).toContain('e:freemail')
  const seller = toFeatures(
    fakeMail('We offer web design for small shops, and our rates are low.', 'Shop', privately),
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
] as const)('a quote in a thread that is %s counts: %s', (thread, counts) => {
  const mail = fakeMail('Monday suits us, by the gate at eight.', 'Gate', { ...fakeFacts, thread })
  expect(toFeatures(mail).features.has('has:quote')).toBe(false)
  expect(toFeatures({ ...mail, hasQuote: true }).features.has('has:quote')).toBe(counts)
})

test.each([
  ['Please send the list of parts that your company needs.', 'sells-contacts'],
  ['Please send the list of parts that your company needs.', 'has-studied-you'],
  ['The court sits for 3 days while we are working with the other side.', 'names-clients'],
] as const)('%j hints at what the model weighs, and nobody is told %s', (text, signal) => {
  const { features, signals } = toFeatures(fakeMail(text, 'Tuesday', fakeFacts))
  expect(features.has(`g:${signal}~`)).toBe(true)
  expect(signals).not.toContain(signal)
})
