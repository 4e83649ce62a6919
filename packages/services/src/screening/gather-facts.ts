import type { KnownFacts } from '@doorman/classifier/local/prepare-mail'
import type { Db } from '@doorman/db/client'
import type { Standing } from '@doorman/db/queries/known-senders'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions } from '@doorman/db/schema'
import { domainOf, registeredDomain } from '@doorman/domain/address-parts'
import { toAsciiDomain } from '@doorman/domain/ascii-domain'
import { authservIds, findDmarcResult } from '@doorman/domain/authentication-results'
import { countEarlierMail } from '@doorman/domain/earlier-mail'
import { isFreemail } from '@doorman/domain/freemail'
import type { Message } from '@doorman/domain/message'
import { isOwnAddress } from '@doorman/domain/own-addresses'
import { listReferences } from '@doorman/domain/references'
import { stranger, type Relationship } from '@doorman/domain/sender-facts'
import { isWhitelisted } from '@doorman/domain/whitelist'
import type { Mailbox, ReceivedMail } from '@doorman/mail/mailbox'
import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isFollowUp } from './is-follow-up.ts'
import type { Preferences } from './preferences.ts'

type Subject = {
  readonly row: MailboxRow
  readonly mailbox: Mailbox
  readonly mail: ReceivedMail
  readonly standing: Standing | null
  readonly preferences: Preferences
}

/** Who has sent a mail, before a word of it is read. What the mailbox cannot say now is asked again later, never guessed. */
export async function gatherFacts({ db }: Context, subject: Subject): Promise<KnownFacts> {
  const { row, mailbox, mail, standing, preferences } = subject
  const { message } = mail
  const own = [row.address, ...row.ownAddresses]
  const isOwn = message.from !== null && isOwnAddress(message.from.address, own)
  return {
    isRelationshipKnown: true,
    isOwnAddress: isOwn,
    relationship: isOwn ? stranger : await findRelationship(db, subject, own),
    isWhitelisted: isWhitelisted(
      message,
      findDmarcResult(message, authservIds[row.provider]),
      preferences.whitelist,
    ),
    standing,
    answersTheUser: await answersTheUser(mailbox, message),
    isFollowUp: await isFollowUp(db, row, mail, preferences.policy),
  }
}

async function findRelationship(
  db: Db,
  { row, mailbox, mail }: Subject,
  own: readonly string[],
): Promise<Relationship> {
  const address = mail.message.from?.address
  if (address === undefined) return stranger
  const domain = toOwnDomain(address)
  const sameOrg = domain !== null && own.some((one) => toOwnDomain(one) === domain)
  // Whoever the user has written to is known by that, and nobody asks further.
  if (await mailbox.hasSent({ address })) return { ...stranger, sameOrg, hasWrittenToSender: true }
  // Who knows one person at a freemail provider does not know the next.
  if (domain !== null && (await mailbox.hasSent({ domain: domainOf(address) })))
    return { ...stranger, sameOrg, hasWrittenToDomain: true }
  const earlierMailFromSender = await countEarlier(db, row, mailbox, mail, address)
  return { ...stranger, sameOrg, earlierMailFromSender }
}

async function countEarlier(
  db: Db,
  { id }: MailboxRow,
  mailbox: Mailbox,
  mail: ReceivedMail,
  from: string,
): Promise<number> {
  const unwanted = await db.$count(
    decisions,
    and(
      eq(decisions.mailboxId, id),
      eq(decisions.senderAddress, from),
      ne(decisions.messageId, mail.id),
    ),
  )
  return countEarlierMail({
    kept: await mailbox.countKept({ from, before: mail.receivedAt }),
    unwanted,
  })
}

/** The domain of an organisation; `null` where a domain says nothing of one. */
function toOwnDomain(address: string): string | null {
  const domain = toAsciiDomain(domainOf(address))
  if (domain === null || isFreemail(domain)) return null
  return registeredDomain(domain)
}

/** The mail it answers comes last, after the one that began the thread; nobody needs the hundreds between. */
const mostReferences = 20

async function answersTheUser(mailbox: Mailbox, { headers }: Message): Promise<boolean> {
  const messageIds = listReferences(headers).slice(-mostReferences)
  return messageIds.length > 0 && mailbox.hasSent({ messageIds })
}
