import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions } from '@doorman/db/schema'
import { domainOf, registeredDomain } from '@doorman/domain/mail/address-parts'
import { toAsciiDomain } from '@doorman/domain/mail/ascii-domain'
import { authservIds, findDmarcResult } from '@doorman/domain/mail/authentication-results'
import { isFreemail } from '@doorman/domain/mail/freemail'
import { isOwnAddress } from '@doorman/domain/mail/own-addresses'
import { listReferences } from '@doorman/domain/mail/references'
import { listOtherRecipients } from '@doorman/domain/screening/common-contact'
import { countEarlierMail } from '@doorman/domain/screening/earlier-mail'
import { once } from '@doorman/domain/screening/fact'
import type { SenderFacts } from '@doorman/domain/screening/sender-facts'
import { isWhitelisted } from '@doorman/domain/screening/whitelist'
import type { Mailbox, ReceivedMessage, SentQuery } from '@doorman/mail/mailbox'
import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { consultIndex } from '../correspondents/consult-index.ts'
import type { IndexRow } from '../correspondents/hash-key.ts'
import { isFollowUp } from './is-follow-up.ts'
import type { Preferences } from './preferences.ts'

export type Subject = {
  readonly row: MailboxRow
  /** The index of correspondents, as it was when the screening began. */
  readonly index: IndexRow | null
  readonly mailbox: Mailbox
  readonly received: ReceivedMessage
  readonly preferences: Preferences
}

/** What is known about a sender, and whether all of it is certain. */
export type GatheredFacts = {
  readonly facts: SenderFacts
  /**
   * Whether a fact that was looked up may be wrong: the index is incomplete, and the provider's
   * search is not reliable. The user may have written to the sender all the same.
   */
  readonly isInDoubt: () => boolean
}

/**
 * What is known about the sender of a message. Facts that cost a query or a provider search are
 * looked up when a rule needs them. A lookup that fails ends the screening, which is retried: no
 * fact is guessed.
 */
export function gatherFacts({ db, keyRing }: Context, subject: Subject): GatheredFacts {
  const { row, index, mailbox, received, preferences } = subject
  const { message } = received
  const sender = message.from?.address ?? null
  const own = [row.address, ...row.ownAddresses]
  const dmarc = findDmarcResult(message, authservIds[row.provider])
  const otherRecipients = listOtherRecipients(message, own)
  const references = listReferences(message.headers).slice(-maxReferences)
  const ask = once(() =>
    consultIndex(db, keyRing, index, { sender: sender ?? '', otherRecipients, references }),
  )
  let isInDoubt = false

  /** Until the index is complete, only the provider's search can answer no. */
  async function hasSent(
    find: (answer: Awaited<ReturnType<typeof ask>>) => boolean,
    searches: readonly SentQuery[],
  ): Promise<boolean> {
    const answer = await ask()
    if (find(answer)) return true
    if (answer.isComplete) return false
    for (const query of searches) {
      const found = await mailbox.hasUserSent(query)
      if (found === true) return true
      if (found === 'unknown') isInDoubt = true
    }
    return false
  }

  const facts: SenderFacts = {
    isOwnAddress: sender !== null && isOwnAddress(sender, own),
    isSameOrganisation: sender !== null && isSameOrganisation(sender, own),
    hasWrittenTo: () =>
      sender !== null && hasSent(({ knowsSender }) => knowsSender, toSenderSearches(sender)),
    isWhitelisted: isWhitelisted(message, dmarc, preferences.whitelist),
    reputation: preferences.reputation,
    answersTheUser: () =>
      references.length > 0 &&
      hasSent(({ knowsReference }) => knowsReference, [{ rfcMessageIds: references }]),
    isFollowUp: once(() => isFollowUp(db, row, received, preferences.policy)),
    hasCommonContact: () =>
      hasSent(
        ({ knowsOtherRecipient }) => knowsOtherRecipient,
        otherRecipients.map((toAddress) => ({ toAddress })),
      ),
    // In doubt the message is not judged, so the search would be for nothing.
    earlierMailFromSender: () =>
      sender === null || isInDoubt ? 0 : countEarlier(db, subject, sender),
  }
  return { facts, isInDoubt: () => isInDoubt }
}

function isSameOrganisation(sender: string, own: readonly string[]): boolean {
  const domain = toOrganisationDomain(sender)
  return domain !== null && own.some((address) => toOrganisationDomain(address) === domain)
}

function toSenderSearches(sender: string): readonly SentQuery[] {
  const toAddress = { toAddress: sender }
  // Knowing one person at a freemail provider says nothing about the others.
  return toOrganisationDomain(sender) === null
    ? [toAddress]
    : [toAddress, { toDomain: domainOf(sender) }]
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
