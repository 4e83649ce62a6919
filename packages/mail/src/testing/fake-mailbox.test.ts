import { expect, test } from 'vitest'
import { FakeMailbox } from './fake-mailbox.ts'
import { listNamedAddresses } from '../address-headers.ts'
import { MailError } from '../mail-error.ts'
import { toRawMessage, type MailboxHarness } from './conformance/mailbox-harness.ts'
import { describeSearch } from './conformance/mailbox-search.ts'
import { describeMailbox } from './conformance/mailbox.ts'
import type { ProviderMessageId } from '../mailbox.ts'
import { parseMime } from '../mime/parse-mime.ts'

for (const describeCalls of [describeMailbox, describeSearch])
  describeCalls('FakeMailbox', newHarness)

async function newHarness(): Promise<MailboxHarness> {
  const addresses = ['ann@own.test', 'sales@own.test'] as const
  const mailbox = new FakeMailbox(...addresses)
  let time = new Date('2025-05-13T09:00:00Z')
  let count = 0
  return {
    mailbox,
    addresses,
    now: () => time,
    passTime: async (ms) => {
      time = new Date(time.getTime() + ms)
    },
    deliver: async (raw, location = 'inbox') => {
      const id = `message-${++count}` as ProviderMessageId
      time = new Date(time.getTime() + 1000)
      mailbox.receive({ ...(await toReceived(raw)), id, location, receivedAt: time })
      return id
    },
    readState: async (id) => {
      const received = mailbox.messages.get(id)
      return received ? { location: received.location, isRead: received.isRead } : null
    },
    moveAsUser: async (id, to) => mailbox.moveAsUser(id, to),
    deleteAsUser: async (id) => mailbox.deleteAsUser(id),
    sendAsUser: async ({ to, cc = '', bcc = '', rfcMessageId }) => {
      const recipients = listNamedAddresses([to, cc, bcc]).map(({ address }) => address)
      mailbox.sentByUser.push({ to: recipients, rfcMessageId, sentAt: time })
    },
    deleteSentAsUser: async (rfcMessageId) => {
      for (const sent of mailbox.sentByUser)
        if (sent.rfcMessageId === rfcMessageId) sent.isDeleted = true
    },
    // Our replies carry our mark, whenever they appear.
    delaySentCopies: () => {},
    createDraftAsUser: async () => {},
    forgetChanges: async () => mailbox.forgetChanges(),
    listReplies: async () =>
      mailbox.sentReplies.map(({ to, text, claimId }) => ({
        recipients: [to],
        rfcMessageId: `<${claimId}@fake.test>`,
        text,
        claimId,
      })),
    countDrafts: async () => mailbox.drafts.size,
  }
}

test('failNextWith fails one call, which takes effect only with mayHaveHappened', async () => {
  const mailbox = new FakeMailbox('ann@own.test')
  mailbox.receive({ ...(await toReceived(toRawMessage())), id: '1' as ProviderMessageId })
  mailbox.failNextWith = new MailError('unavailable', '500')
  await expect(mailbox.move('1' as ProviderMessageId, 'set-aside')).rejects.toThrow('unavailable')
  expect(mailbox.messages.get('1' as ProviderMessageId)?.location).toBe('inbox')
  mailbox.failNextWith = new MailError('unavailable', '500', { mayHaveHappened: true })
  await expect(mailbox.move('1' as ProviderMessageId, 'set-aside')).rejects.toThrow('unavailable')
  expect(mailbox.messages.get('1' as ProviderMessageId)?.location).toBe('set-aside')
})

async function toReceived(raw: Buffer) {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  const { message, rfcMessageId } = parsed
  return {
    message,
    rfcMessageId,
    threadId: 'thread',
    receivedAt: new Date(0),
    location: 'inbox' as const,
    isRead: false,
  }
}
