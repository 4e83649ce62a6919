import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions } from '@doorman/db/schema'
import { domainOf, registeredDomain } from '@doorman/domain/mail/address-parts'
import { toAsciiDomain } from '@doorman/domain/mail/ascii-domain'
import { authservIds, findDmarcResult } from '@doorman/domain/mail/authentication-results'
import { isFreemail } from '@doorman/domain/mail/freemail'
import type { Message } from '@doorman/domain/mail/message'
import { isOwnAddress } from '@doorman/domain/mail/own-addresses'
import { listReferences } from '@doorman/domain/mail/references'
import { countEarlierMail } from '@doorman/domain/screening/earlier-mail'
import { once } from '@doorman/domain/screening/fact'
import type { SenderFacts } from '@doorman/domain/screening/sender-facts'
import { isWhitelisted } from '@doorman/domain/screening/whitelist'
import type { Mailbox, ReceivedMessage } from '@doorman/mail/mailbox'
import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { hasCommonContact } from './has-common-contact.ts'
import { isFollowUp } from './is-follow-up.ts'
import type { Preferences } from './preferences.ts'

type Subject = {
  readonly row: MailboxRow
  readonly mailbox: Mailbox
  readonly received: ReceivedMessage
  readonly preferences: Preferences
}

/**
 * What is known about the sender of a message. Facts that cost a query or a provider search are
 * looked up when a rule needs them. A lookup that fails ends the screening, which is retried: no
 * fact is guessed.
 */
export function gatherFacts({ db }: Context, subject: Subject): SenderFacts {
  const { row, mailbox, received, preferences } = subject
  const { message } = received
  const sender = message.from?.address ?? null
  const own = [row.address, ...row.ownAddresses]
  const dmarc = findDmarcResult(message, authservIds[row.provider])
  return {
    isOwnAddress: sender !== null && isOwnAddress(sender, own),
    isSameOrganisation: sender !== null && isSameOrganisation(sender, own),
    hasWrittenTo: () => sender !== null && hasWrittenTo(mailbox, sender),
    isWhitelisted: isWhitelisted(message, dmarc, preferences.whitelist),
    reputation: preferences.reputation,
    answersTheUser: () => answersTheUser(mailbox, message),
    isFollowUp: once(() => isFollowUp(db, row, received, preferences.policy)),
    hasCommonContact: () => hasCommonContact(row, mailbox, message),
    earlierMailFromSender: () => (sender === null ? 0 : countEarlier(db, subject, sender)),
  }
}

function isSameOrganisation(sender: string, own: readonly string[]): boolean {
  const domain = toOrganisationDomain(sender)
  return domain !== null && own.some((address) => toOrganisationDomain(address) === domain)
}

async function hasWrittenTo(mailbox: Mailbox, sender: string): Promise<boolean> {
  if (await mailbox.hasUserSent({ toAddress: sender })) return true
  // Knowing one person at a freemail provider says nothing about the others.
  if (toOrganisationDomain(sender) === null) return false
  return mailbox.hasUserSent({ toDomain: domainOf(sender) })
}

async function countEarlier(
  db: Db,
  { row, mailbox, received }: Subject,
  from: string,
): Promise<number> {
  const unwanted = await db.$count(
    decisions,
    and(
      eq(decisions.mailboxId, row.id),
      eq(decisions.senderAddress, from),
      ne(decisions.providerMessageId, received.id),
    ),
  )
  return countEarlierMail({
    kept: await mailbox.countKeptMessages({ from, before: received.receivedAt }),
    unwanted,
  })
}

/** `null` if the domain belongs to no single organisation, such as gmail.com. */
function toOrganisationDomain(address: string): string | null {
  const domain = toAsciiDomain(domainOf(address))
  if (domain === null || isFreemail(domain)) return null
  return registeredDomain(domain)
}

/**
 * References lists a thread from its first message to the one replied to. The last ones are enough.
 */
const maxReferences = 20

async function answersTheUser(mailbox: Mailbox, { headers }: Message): Promise<boolean> {
  const rfcMessageIds = listReferences(headers).slice(-maxReferences)
  return rfcMessageIds.length > 0 && mailbox.hasUserSent({ rfcMessageIds })
}
