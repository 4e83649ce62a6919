import { expect, test } from 'vitest'
import { FakeMailbox } from './fake-mailbox.ts'
import { MailError } from './mail-error.ts'
import { toMail } from './mailbox-bench.conformance.ts'
import { describeMailbox } from './mailbox.conformance.ts'
import type { MailId } from './mailbox.ts'
import { parseMime } from './parse-mime.ts'

describeMailbox('the fake', async () => {
  const addresses = ['ann@own.test', 'sales@own.test'] as const
  const mailbox = new FakeMailbox(...addresses)
  let time = new Date('2025-05-13T09:00:00Z')
  let count = 0
  return {
    mailbox,
    addresses,
    now: () => time,
    deliver: async (raw, place = 'inbox') => {
      const id = `mail-${++count}` as MailId
      time = new Date(time.getTime() + 1000)
      mailbox.receive({ ...(await toReceived(raw)), id, place, receivedAt: time })
      return id
    },
    look: async (id) => {
      const mail = mailbox.mails.get(id)
      return mail ? { place: mail.place, isRead: mail.isRead } : null
    },
    moveByHand: async (id, to) => mailbox.moveByHand(id, to),
    deleteByHand: async (id) => mailbox.deleteByHand(id),
    sendByHand: async ({ to, messageId }) => void mailbox.sentByHand.push({ to: [to], messageId }),
    draftByHand: async () => {},
    forgetChanges: async () => mailbox.forgetChanges(),
    listReplies: async () =>
      mailbox.answered.map(({ to, text, claimId }) => ({
        recipients: [to],
        messageId: `<${claimId}@fake.test>`,
        text,
        claimId,
      })),
    countDrafts: async () => mailbox.drafts.size,
  }
})

test('a failure on demand happens once, and has its effect only where it may have', async () => {
  const mailbox = new FakeMailbox('ann@own.test')
  mailbox.receive({ ...(await toReceived(toMail())), id: '1' as MailId })
  mailbox.failNextWith = new MailError('unavailable', '500')
  await expect(mailbox.move('1' as MailId, 'set-aside')).rejects.toThrow('unavailable')
  expect(mailbox.mails.get('1' as MailId)?.place).toBe('inbox')
  mailbox.failNextWith = new MailError('unavailable', '500', { mayHaveHappened: true })
  await expect(mailbox.move('1' as MailId, 'set-aside')).rejects.toThrow('unavailable')
  expect(mailbox.mails.get('1' as MailId)?.place).toBe('set-aside')
})

async function toReceived(raw: Buffer) {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  const { message, messageId } = parsed
  return {
    message,
    messageId,
    threadId: 'thread',
    receivedAt: new Date(0),
    place: 'inbox' as const,
    isRead: false,
  }
}
