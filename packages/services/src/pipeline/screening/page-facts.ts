import { prepareSql, unseenList } from '@doorman/db/prepared'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import type { MailboxId, ProviderMessageId, ReplyId, UserId } from '@doorman/domain/ids'
import { domainOf } from '@doorman/domain/mail/address-parts'
import { toAsciiDomain } from '@doorman/domain/mail/ascii-domain'
import { listReferences } from '@doorman/domain/mail/references'
import { listOtherRecipients } from '@doorman/domain/screening/common-contact'
import type { SenderReputation } from '@doorman/domain/screening/sender-facts'
import type { DecisionState } from '@doorman/domain/screening/user-action'
import { maxKeptCounted, type ReceivedMessage } from '@doorman/mail/mailbox'
import { sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import {
  prepareLookup,
  toLookupColumns,
  type FoundHashes,
  type IndexAnswer,
  type LookupValues,
  type Question,
} from '../correspondents/consult-index.ts'
import type { IndexRow } from '../correspondents/hash-key.ts'
import type { EarlierMessage } from './is-follow-up.ts'
import type { Screening } from './screening.ts'

/** What our database knows about a message and its sender. */
export type MessageFacts = {
  readonly index: IndexAnswer
  readonly otherRecipients: readonly string[]
  readonly references: readonly string[]
  readonly reputation: SenderReputation | null
  /** Contains the sender's domain if the user has listed it. */
  readonly listedDomains: ReadonlySet<string>
  /** Earlier messages of the sender in the same thread that were not kept. */
  readonly earlierInThread: readonly EarlierMessage[]
  /** Messages of the sender that were not kept. Counting stops where more would change nothing. */
  readonly unwantedCount: number
  /** The smart response of this mailbox that the message refers to. */
  readonly answeredReply: AnsweredReply | null
}

export type AnsweredReply = {
  readonly id: ReplyId
  readonly rfcMessageId: string
  readonly sender: string
  /** The sender has appealed against it before. */
  readonly isRepeated: boolean
}

export type PageFacts = {
  /** Messages of the page that were decided before. */
  readonly decided: ReadonlyMap<ProviderMessageId, DecidedMessage>
  /** Messages of the page that wait for a job to screen them. */
  readonly undecided: ReadonlySet<ProviderMessageId>
  factsOf(received: ReceivedMessage): MessageFacts
  /** Later messages of the page see this decision, as if it were stored already. */
  remember(screening: Screening): void
}

type DecidedMessage = { readonly state: DecisionState | null; readonly movedAt: Date | null }

/** A sender rarely writes more messages in one thread. */
const maxEarlierMessages = 50

/**
 * References lists a thread from its first message to the one replied to. The last ones are enough.
 */
const maxReferences = 20

/**
 * Looks up what the rules may need to know about the messages of a page, in one query: round trips to
 * the database are most of the cost of screening. `ids` are all messages of the page, also those that
 * could not be loaded.
 */
export async function loadPageFacts(
  ctx: Pick<Context, 'db' | 'keyRing'>,
  { row, index }: { readonly row: MailboxRow; readonly index: IndexRow | null },
  ids: readonly ProviderMessageId[],
  messages: readonly ReceivedMessage[],
): Promise<PageFacts> {
  const asked = new Map(messages.map((one) => [one.id, toQuestion(one, row)]))
  const lookup = prepareLookup(ctx.keyRing, index, [...asked.values()])
  const senders = messages.map((one) => senderOf(one) ?? '')
  const [found] = await selectFacts(ctx.db, {
    ...lookup.values,
    mailboxId: row.id,
    userId: row.userId,
    pageIds: ids,
    senders,
    domains: senders.map(toDomain),
    loadedIds: messages.map(({ id }) => id),
    threadIds: messages.map(({ threadId }) => threadId),
    references: [...asked.values()].flatMap(({ references }) => references),
  })
  if (!found) throw new Error('A select without from returns one row')
  const reputations = new Map(found.reputations)
  const unwanted = new Map(found.unwanted)
  const listedDomains = new Set(found.listedDomains)
  /** Filled as the page is screened. */
  const remembered: Remembered[] = []
  return {
    decided: new Map(
      found.decided.map(([id, state, movedAt]) => [
        id,
        { state, movedAt: movedAt === null ? null : new Date(movedAt) },
      ]),
    ),
    undecided: new Set(found.undecided),
    factsOf(received) {
      const question = asked.get(received.id) ?? toQuestion(received, row)
      const sender = senderOf(received)
      const ofSender = remembered.filter((one) => one.sender === sender)
      const { threadId } = received
      return {
        index: lookup.answer(found, question),
        otherRecipients: question.otherRecipients,
        references: question.references,
        reputation: reputations.get(sender ?? '') ?? null,
        listedDomains,
        earlierInThread: [...ofSender, ...found.earlier].filter(
          (one) => sender !== null && one.sender === sender && one.threadId === threadId,
        ),
        unwantedCount: (unwanted.get(received.id) ?? 0) + ofSender.length,
        answeredReply:
          found.replies.find(({ rfcMessageId }) => question.references.includes(rfcMessageId)) ??
          null,
      }
    },
    remember(screening) {
      const { decision } = screening
      if (decision.outcome === 'keep' || !('evidence' in screening)) return
      const { received, evidence } = screening
      remembered.push({
        sender: senderOf(received),
        threadId: received.threadId,
        outcome: decision.outcome,
        category: evidence?.category ?? null,
        state: decision.outcome === 'filter' ? 'pending' : null,
        rfcMessageId: received.rfcMessageId,
        replyState: null,
      })
    },
  }
}

type FactsValues = LookupValues & {
  readonly mailboxId: MailboxId
  readonly userId: UserId
  readonly pageIds: readonly ProviderMessageId[]
  readonly senders: readonly string[]
  readonly domains: readonly string[]
  readonly loadedIds: readonly ProviderMessageId[]
  readonly threadIds: readonly string[]
  readonly references: readonly string[]
}

const selectFacts = prepareSql<FactsValues, FoundRow>(
  (place) => sql`
    select ${toLookupColumns(place)},
      (select coalesce(json_agg(json_build_array(provider_message_id, state, moved_at)), '[]')
        from decisions where mailbox_id = ${place('mailboxId')}
          and provider_message_id = any(${unseenList(place('pageIds'), 'text')})) as decided,
      array(select provider_message_id from undecided_messages where mailbox_id = ${place('mailboxId')}
        and provider_message_id = any(${unseenList(place('pageIds'), 'text')})) as undecided,
      -- The latest row about a sender counts, whichever mailbox the action was in.
      (select coalesce(json_agg(json_build_array(address, reputation)), '[]') from (
        select distinct on (address) address, reputation from sender_reputations
        where user_id = ${place('userId')} and address = any(${unseenList(place('senders'), 'text')})
        order by address, set_at desc, decision_id desc) as latest) as reputations,
      array(select domain from whitelist_domains where user_id = ${place('userId')}
        and domain = any(${unseenList(place('domains'), 'text')})) as "listedDomains",
      (select coalesce(json_agg(earlier), '[]')
        from (select distinct * from unnest(
            ${unseenList(place('senders'), 'text')}, ${unseenList(place('threadIds'), 'text')})
          as listed (sender, thread)) as threads
        cross join lateral (
          select threads.sender, thread as "threadId", outcome, category, decisions.state,
            decisions.rfc_message_id as "rfcMessageId", smart_replies.state as "replyState"
          from decisions left join smart_replies on smart_replies.decision_id = decisions.id
          where decisions.mailbox_id = ${place('mailboxId')} and sender_address = threads.sender
            and thread_id = thread
          order by decided_at desc limit ${maxEarlierMessages}) as earlier) as earlier,
      (select coalesce(json_agg(json_build_array(messages.id, unwanted)), '[]')
        from unnest(
            ${unseenList(place('loadedIds'), 'text')}, ${unseenList(place('senders'), 'text')})
          as messages (id, sender)
        cross join lateral (select count(*) as unwanted from (
          select from decisions where mailbox_id = ${place('mailboxId')}
            and sender_address = messages.sender and provider_message_id <> messages.id
          limit ${maxKeptCounted}) as few) as counted) as unwanted,
      (select coalesce(json_agg(json_build_object('id', id, 'rfcMessageId', rfc_message_id,
          'sender', sender, 'isRepeated', appealed_at is not null)), '[]')
        from smart_replies where mailbox_id = ${place('mailboxId')}
          and rfc_message_id = any(${unseenList(place('references'), 'text')})) as replies`,
)

type Remembered = EarlierMessage & { readonly sender: string | null; readonly threadId: string }

type FoundRow = FoundHashes & {
  readonly decided: readonly [ProviderMessageId, DecisionState | null, string | null][]
  readonly undecided: readonly ProviderMessageId[]
  readonly reputations: readonly [string, SenderReputation][]
  readonly listedDomains: readonly string[]
  readonly earlier: readonly Remembered[]
  readonly unwanted: readonly [ProviderMessageId, number][]
  readonly replies: readonly AnsweredReply[]
}

function toQuestion(received: ReceivedMessage, { address, ownAddresses }: MailboxRow): Question {
  const { message } = received
  return {
    sender: senderOf(received) ?? '',
    otherRecipients: listOtherRecipients(message, [address, ...ownAddresses]),
    references: listReferences(message.headers).slice(-maxReferences),
  }
}

function senderOf({ message }: ReceivedMessage): string | null {
  return message.from?.address ?? null
}

function toDomain(sender: string): string {
  return toAsciiDomain(domainOf(sender)) ?? ''
}
