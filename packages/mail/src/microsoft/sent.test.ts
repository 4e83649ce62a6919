import { expect, test } from 'vitest'
import { connectMailbox } from './fake-microsoft.ts'

test('who was written to is known, whether as To, Cc or Bcc', async () => {
  const { mailbox, write } = await connectMailbox()
  write({
    to: 'Pat <Pat@Vendor.test>',
    headers: [
      { name: 'Cc', value: 'cc@vendor.test' },
      { name: 'Bcc', value: 'bcc@vendor.test' },
    ],
  })
  for (const address of ['pat@vendor.test', 'PAT@vendor.test', 'cc@vendor.test', 'bcc@vendor.test'])
    expect(await mailbox.hasSent({ address })).toBe(true)
  expect(await mailbox.hasSent({ address: 'else@vendor.test' })).toBe(false)
})

test.each([
  ['a longer domain', 'pat@vendor.test.example', 'pat@vendor.test'],
  ['a longer name', 'joe.pat@vendor.test', 'pat@vendor.test'],
  ['other signs', 'pat.vendor@test', 'pat@vendor.test'],
  ['a display name', '"pat@vendor.test" <joe@elsewhere.test>', 'pat@vendor.test'],
  ['a plus', 'pat+news@vendor.test', 'pat@vendor.test'],
])('what only resembles an address is not it: %s', async (_case, to, address) => {
  const { mailbox, write } = await connectMailbox()
  write({ to })
  expect(await mailbox.hasSent({ address })).toBe(false)
})

test('the exact one is found among a hundred that resemble it', async () => {
  const { mailbox, write } = await connectMailbox()
  write({ to: 'pat@vendor.test' })
  for (let count = 0; count < 150; count++) write({ to: `x${count}.pat@vendor.test` })
  expect(await mailbox.hasSent({ address: 'pat@vendor.test' })).toBe(true)
})

test('R4: with more finds than Graph lets us see, the answer is yes', async () => {
  const { mailbox, write } = await connectMailbox()
  for (let count = 0; count < 1001; count++) write({ to: 'x.pat@vendor.test' })
  expect(await mailbox.hasSent({ address: 'pat@vendor.test' })).toBe(true)
})

test('S21: an odd address is found all the same', async () => {
  const { mailbox, write } = await connectMailbox()
  write({ to: "o'brien+x@vendor.test" })
  expect(await mailbox.hasSent({ address: "o'brien+x@vendor.test" })).toBe(true)
})

test('S21: so is an odd Message-ID', async () => {
  const { mailbox, write } = await connectMailbox()
  write({ messageId: "<o'brien@own.test>" })
  expect(await mailbox.hasSent({ messageIds: ["<o'brien@own.test>"] })).toBe(true)
})

test('of a thread with thousands of mails the first and the newest are looked for', async () => {
  let calls = 0
  const { mailbox, write } = await connectMailbox(() => {
    calls++
  })
  write({ messageId: '<first@own.test>' })
  write({ messageId: '<newest@own.test>' })
  const others = Array.from({ length: 3000 }, (_, index) => `<${index}@vendor.test>`)
  calls = 0
  expect(await mailbox.hasSent({ messageIds: ['<first@own.test>', ...others] })).toBe(true)
  expect(await mailbox.hasSent({ messageIds: [...others, '<newest@own.test>'] })).toBe(true)
  expect(await mailbox.hasSent({ messageIds: others })).toBe(false)
  expect(calls).toBeLessThan(15)
})
