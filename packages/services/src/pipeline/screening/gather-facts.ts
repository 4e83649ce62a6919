import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { domainOf } from '@doorman/domain/mail/address-parts'
import { authservIds, findDmarcResult } from '@doorman/domain/mail/authentication-results'
import { isSameOrganisation, toOrganisationDomain } from '@doorman/domain/mail/organisation'
import { isOwnAddress } from '@doorman/domain/mail/own-addresses'
import { countEarlierMail } from '@doorman/domain/screening/earlier-mail'
import { once } from '@doorman/domain/screening/fact'
import type { SenderFacts } from '@doorman/domain/screening/sender-facts'
import { isWhitelisted } from '@doorman/domain/screening/whitelist'
import type { Mailbox, ReceivedMessage, SentQuery } from '@doorman/mail/mailbox'
import type { IndexAnswer } from '../correspondents/consult-index.ts'
import { isFollowUp } from './is-follow-up.ts'
import type { MessageFacts } from './page-facts.ts'
import type { Preferences } from './preferences.ts'

export type Subject = {
  readonly row: MailboxRow
  readonly mailbox: Mailbox
  readonly preferences: Preferences
  readonly received: ReceivedMessage
  /** What our database knows about the message. */
  readonly known: MessageFacts
}

/** Facts about a sender, and whether all of them are certain. */
export type GatheredFacts = {
  readonly facts: SenderFacts
  /**
   * Whether a fact that was looked up may be wrong: the index is incomplete, and the provider's
   * search is not reliable. The user may have written to the sender all the same.
   */
  readonly isInDoubt: () => boolean
}

/**
 * Gathers the facts about a message's sender. Facts that cost a provider search are looked up when a
 * rule needs them. A lookup that fails ends the screening, which is retried: no fact is guessed.
 */
export function gatherFacts({
  row,
  mailbox,
  preferences,
  received,
  known,
}: Subject): GatheredFacts {
  const { message } = received
  const sender = message.from?.address ?? null
  const own = [row.address, ...row.ownAddresses]
  const dmarc = findDmarcResult(message, authservIds[row.provider])
  const { index, otherRecipients, references, listedDomains } = known
  let isInDoubt = false

  /** Until the index is complete, only the provider's search can answer no. */
  async function hasSent(
    find: (answer: IndexAnswer) => boolean,
    searches: readonly SentQuery[],
  ): Promise<boolean> {
    if (find(index)) return true
    if (index.isComplete) return false
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
    hasWrittenToSender: () =>
      sender !== null &&
      !message.isAuthorUnconfirmed &&
      hasSent(({ hasWrittenToSender }) => hasWrittenToSender, [{ toAddress: sender }]),
    // If the sender's lookup was unreliable, the message isn't judged, so we skip the search.
    hasWrittenToDomain: () =>
      sender !== null &&
      !isInDoubt &&
      hasSent(({ hasWrittenToDomain }) => hasWrittenToDomain, toDomainSearches(sender)),
    // The whitelist is part of Pro.
    isWhitelisted: isWhitelisted(message, dmarc, preferences.isPro ? listedDomains : new Set()),
    reputation:
      known.reputation === 'trusted' && message.isAuthorUnconfirmed ? null : known.reputation,
    answersTheUser: () =>
      references.length > 0 &&
      hasSent(({ answersTheUser }) => answersTheUser, [{ rfcMessageIds: references }]),
    isFollowUp: once(() => isFollowUp(message, known.earlierInThread, preferences.policy)),
    hasCommonContact: () =>
      hasSent(
        ({ hasCommonContact }) => hasCommonContact,
        otherRecipients.map((toAddress) => ({ toAddress })),
      ),
    earlierMailFromSender: async () =>
      sender === null || isInDoubt
        ? 0
        : countEarlierMail({
            kept: await mailbox.countKeptMessages({ from: sender, before: received.receivedAt }),
            unwanted: known.unwantedCount,
          }),
  }
  return { facts, isInDoubt: () => isInDoubt }
}

/** Knowing one person at a freemail provider says nothing about the others. */
function toDomainSearches(sender: string): readonly SentQuery[] {
  return toOrganisationDomain(sender) === null ? [] : [{ toDomain: domainOf(sender) }]
}
