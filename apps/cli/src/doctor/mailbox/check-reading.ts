import { correspondentIndexes, correspondents } from '@doorman/db/schema'
import { formatCountOf } from '@doorman/domain/format'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { dayMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { broken, needsAttention, ok, type Finding } from '../finding.ts'
import { countHeaders, describeHeaders } from './count-headers.ts'
import type { Examination, MailboxCheck } from './examination.ts'

/** Messages whose headers are looked at. */
const maxMessages = 10

async function checkOwnAddresses({ mailbox, row }: Examination): Promise<Finding> {
  const addresses = await mailbox.listOwnAddresses()
  const isOwn = addresses.some((one) => normaliseAddress(one) === normaliseAddress(row.address))
  const says = `${formatCountOf(addresses.length, 'address', 'addresses')}, aliases included`
  return isOwn
    ? ok('Own addresses', says)
    : needsAttention(
        'Own addresses',
        `${says}, but not ${row.address}`,
        'The account was renamed. Reconnecting the mailbox stores its new address.',
      )
}

async function checkInbox(examination: Examination): Promise<Finding> {
  const { mailbox, inbox } = examination
  const { ids } = await mailbox.listInbox({ limit: maxMessages })
  for (const id of ids) inbox.push(await mailbox.loadMessage(id))
  if (inbox.length === 0)
    return needsAttention(
      'Inbox',
      'empty, so nothing was read',
      'Send an email to the mailbox and run doctor again.',
    )
  const locations = await mailbox.locateMessages(ids)
  const located = ids.filter((id) => locations.get(id) === 'inbox').length
  const withSender = inbox.filter(({ message }) => message.from !== null).length
  const says = `${formatCountOf(inbox.length, 'message', 'messages')} read, ${withSender} with one sender, ${located} located in the inbox`
  return located === ids.length
    ? ok('Inbox', says)
    : needsAttention('Inbox', says, 'If no message was moved during the check, report this.')
}

async function checkHeaders({ probe, inbox }: Examination): Promise<Finding> {
  if (inbox.length === 0) return needsAttention('Headers', 'not tried: the inbox is empty')
  const headers = []
  for (const { id } of inbox) headers.push(await probe.loadHeaders(id))
  const counts = countHeaders(headers)
  const says = describeHeaders(counts)
  return counts.present['Authentication-Results'] > 0
    ? ok('Headers', says)
    : needsAttention('Headers', says, 'Without Authentication-Results no smart responses are sent.')
}

async function checkSentMessages({ mailbox, sent }: Examination): Promise<Finding> {
  const { messages, next } = await mailbox.listSent(null)
  sent.push(...messages)
  const count = await mailbox.countSent()
  const recipients = messages.filter((one) => one.recipients.length > 0).length
  return ok(
    'Sent messages',
    `${count} in all; the first page has ${messages.length}, ${recipients} with recipients, and ${next === null ? 'is the last' : 'others follow'}`,
  )
}

async function checkCorrespondents({ db, row }: Examination): Promise<Finding> {
  const [index] = await db
    .select()
    .from(correspondentIndexes)
    .where(eq(correspondentIndexes.mailboxId, row.id))
  const count = await db.$count(correspondents, eq(correspondents.mailboxId, row.id))
  if (!index)
    return needsAttention(
      'Correspondents',
      'the index was not begun: the mailbox was not synced yet',
      'Check that a worker runs.',
    )
  const { completedAt, readCount, totalCount } = index
  if (completedAt === null)
    return needsAttention(
      'Correspondents',
      `the index has ${formatCountOf(count, 'address', 'addresses')} from ${readCount} of ${totalCount ?? 'an unknown number of'} sent messages`,
      'Until it is complete, doubtful emails stay in the inbox and no smart responses are sent.',
    )
  return ok(
    'Correspondents',
    `the index is complete and has ${formatCountOf(count, 'address', 'addresses')}`,
  )
}

/** Asks for a recipient of the mailbox, and for an invented address. */
async function checkSearch(examination: Examination): Promise<Finding> {
  const { mailbox, probe, inbox, now } = examination
  const invented = `${randomUUID()}@doorman-check.invalid`
  const before = new Date(now().getTime() + dayMs)
  const sender = inbox.find(({ message }) => message.from !== null)?.message.from?.address
  const keptFromInvented = await mailbox.countKeptMessages({ from: invented, before })
  const keptFromSender =
    sender === undefined ? null : await mailbox.countKeptMessages({ from: sender, before })
  const recipient = findRecipient(examination)
  const sentToInvented = await mailbox.hasUserSent({ toAddress: invented })
  const sentToRecipient =
    recipient === null ? null : await mailbox.hasUserSent({ toAddress: recipient })
  const ownSearch = recipient === null ? null : await probe.searchFindsSentTo(recipient)
  const says = [
    `messages kept from a sender of the inbox: ${keptFromSender ?? 'not tried'}, from an invented address: ${keptFromInvented}`,
    `sent to a known recipient: ${sentToRecipient ?? 'not tried'}, to an invented address: ${sentToInvented}`,
    ...(ownSearch === null
      ? []
      : [`the provider’s own search ${ownSearch ? 'finds' : 'misses'} it`]),
  ].join('; ')
  const isWrong =
    keptFromSender === 0 ||
    keptFromInvented > 0 ||
    sentToRecipient === false ||
    sentToInvented === true
  return isWrong
    ? broken('Search', says, 'Known senders may look like strangers. Report this.')
    : ok('Search', says)
}

/** A recipient of the newest sent message that has one, with an address that needs no quoting. */
function findRecipient({ sent }: Examination): string | null {
  const recipients = sent.flatMap((one) => one.recipients)
  return recipients.find((address) => /^[\w.+-]+@[\w.-]+$/.test(address)) ?? null
}

export const readingChecks: readonly MailboxCheck[] = [
  { subject: 'Own addresses', run: checkOwnAddresses },
  { subject: 'Inbox', run: checkInbox },
  { subject: 'Headers', run: checkHeaders },
  { subject: 'Sent messages', run: checkSentMessages },
  { subject: 'Correspondents', run: checkCorrespondents },
  { subject: 'Search', run: checkSearch },
]
