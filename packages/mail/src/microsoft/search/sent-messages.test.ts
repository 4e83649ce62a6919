import { expect, test } from 'vitest'
import { connectMailbox } from '../../testing/fake-microsoft.ts'

test('finds recipients in To, Cc and Bcc', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({
    to: 'Pat <Pat@Vendor.test>',
    headers: [
      { name: 'Cc', value: 'cc@vendor.test' },
      { name: 'Bcc', value: 'bcc@vendor.test' },
    ],
  })
  for (const address of ['pat@vendor.test', 'PAT@vendor.test', 'cc@vendor.test', 'bcc@vendor.test'])
    expect(await mailbox.hasUserSent({ toAddress: address })).toBe(true)
  expect(await mailbox.hasUserSent({ toAddress: 'else@vendor.test' })).toBe(false)
})

test.each([
  ['a longer domain', 'pat@vendor.test.example', 'pat@vendor.test'],
  ['a longer name', 'joe.pat@vendor.test', 'pat@vendor.test'],
  ['other punctuation', 'pat.vendor@test', 'pat@vendor.test'],
  ['a display name', '"pat@vendor.test" <joe@elsewhere.test>', 'pat@vendor.test'],
  ['a plus', 'pat+news@vendor.test', 'pat@vendor.test'],
])('does not match a similar address: %s', async (_case, to, address) => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({ to })
  expect(await mailbox.hasUserSent({ toAddress: address })).toBe(false)
})

test('finds the exact address among 150 similar ones', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({ to: 'pat@vendor.test' })
  for (let count = 0; count < 150; count++) writeAsUser({ to: `x${count}.pat@vendor.test` })
  expect(await mailbox.hasUserSent({ toAddress: 'pat@vendor.test' })).toBe(true)
})

test('answers yes if there are more matches than Graph returns', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  for (let count = 0; count < 1001; count++) writeAsUser({ to: 'x.pat@vendor.test' })
  expect(await mailbox.hasUserSent({ toAddress: 'pat@vendor.test' })).toBe(true)
})

test('finds an address with an apostrophe and a plus', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({ to: "o'brien+x@vendor.test" })
  expect(await mailbox.hasUserSent({ toAddress: "o'brien+x@vendor.test" })).toBe(true)
})

test('finds a Message-ID with an apostrophe', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({ rfcMessageId: "<o'brien@own.test>" })
  expect(await mailbox.hasUserSent({ rfcMessageIds: ["<o'brien@own.test>"] })).toBe(true)
})

test('searches the first and the newest messages of a long thread', async () => {
  let calls = 0
  const { mailbox, writeAsUser } = await connectMailbox(() => {
    calls++
  })
  writeAsUser({ rfcMessageId: '<first@own.test>' })
  writeAsUser({ rfcMessageId: '<newest@own.test>' })
  const others = Array.from({ length: 3000 }, (_, index) => `<${index}@vendor.test>`)
  calls = 0
  expect(await mailbox.hasUserSent({ rfcMessageIds: ['<first@own.test>', ...others] })).toBe(true)
  expect(await mailbox.hasUserSent({ rfcMessageIds: [...others, '<newest@own.test>'] })).toBe(true)
  expect(await mailbox.hasUserSent({ rfcMessageIds: others })).toBe(false)
  expect(calls).toBeLessThan(15)
})
