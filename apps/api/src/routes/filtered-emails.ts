import * as contract from '@doorman/contract/filtered-emails'
import { toSender } from '@doorman/domain/mail/sender'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { toActionState, type ActionState } from '@doorman/domain/screening/user-action'
import { toReasoning, toSignalWords } from '@doorman/domain/screening/reasons'
import type { Actor } from '@doorman/services/ports/actor'
import type { Context } from '@doorman/services/ports/context'
import {
  listFilteredEmails,
  type FilteredEmail,
} from '@doorman/services/filtered-emails/list-filtered-emails'
import { loadFilteredEmail } from '@doorman/services/filtered-emails/load-filtered-email'
import { previewFilteredEmail } from '@doorman/services/filtered-emails/preview-filtered-email'
import { takeAction } from '@doorman/services/user-actions/take-action'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { toAction, userActions } from '../http/to-contract.ts'

const changedMeanwhile: Readonly<Record<ActionState, string>> = {
  restored: 'This email has been restored in the meantime.',
  returned: 'This email has been put back in the meantime.',
  spam: 'This email has been marked as spam in the meantime.',
  none: 'This email has been set aside again in the meantime.',
}

/** An observed email is in the inbox, kept or not. */
function describeChange({ outcome, state }: FilteredEmail): string {
  if (outcome !== 'observe') return changedMeanwhile[toActionState(state)]
  return state === null
    ? 'This email is no longer kept: another page has undone that.'
    : 'This email has been kept in the meantime.'
}

export function filteredEmailRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listFilteredEmails, async (input, { actor }) => {
    const { before, cursor = before, limit = contract.emailsPerPage, ...query } = input
    if (before !== undefined && before !== cursor)
      throw new AppError('invalid', 'Send either cursor or before, not both.')
    return (await listFilteredEmails(ctx, actor, { ...query, cursor, limit })).map(toFilteredEmail)
  })

  route(app, contract.takeFilteredEmailAction, (input, { actor }) => takeOne(ctx, actor, input))

  route(app, contract.undoFilteredEmailAction, (input, { actor }) =>
    takeOne(ctx, actor, { ...input, action: 'undo' }),
  )

  route(app, contract.takeFilteredEmailActions, async (input, { actor }) => {
    const { ids, expectedState } = input
    const action = userActions[input.action]
    const done = new Set(await takeAction(ctx, actor, { ids, action, expectedState }))
    return { done: [...done], failed: ids.filter((id) => !done.has(id)) }
  })

  route(app, contract.previewFilteredEmail, ({ id }, { actor }) =>
    previewFilteredEmail(ctx, actor, { id }),
  )
}

type OneAction = {
  readonly id: DecisionId
  readonly action: keyof typeof userActions
  readonly expectedState?: ActionState | undefined
}

async function takeOne(ctx: Context, actor: Actor, input: OneAction) {
  const { id, expectedState } = input
  const action = userActions[input.action]
  const [done] = await takeAction(ctx, actor, { ids: [id], action, expectedState })
  const email = await loadFilteredEmail(ctx, actor, { id })
  if (!done) throw new AppError('conflict', describeChange(email))
  return toFilteredEmail(email)
}

/** Converts a decision to the API's format. */
function toFilteredEmail(email: FilteredEmail) {
  const { provider, mailboxId, redactions } = email
  return {
    id: email.id,
    provider,
    gmailAccountId: provider === 'gmail' ? mailboxId : null,
    microsoftAccountId: provider === 'microsoft' ? mailboxId : null,
    messageId: email.providerMessageId,
    from: toSender(email),
    subject: email.subject ?? '',
    snippet: '' as const,
    receivedAt: (email.receivedAt ?? email.decidedAt).toISOString(),
    classificationScore: email.score ?? 0,
    category: email.category ?? ('other' as const),
    reasoning: toReasoning(email),
    detectedSignals: toSignalWords(email.signals),
    redactionStats: { ...nothingRedacted, ...redactions },
    ...toActionFacts(email),
    restoredBy: email.restoredBy ?? undefined,
    repliedAt: email.repliedAt?.toISOString(),
    hasReplyBounced: email.replyState === 'bounced',
  }
}

/** What has happened to an email since it was filtered. */
export function toActionFacts({ state, outcome }: Pick<FilteredEmail, 'state' | 'outcome'>) {
  return { action: toAction(state), isObserved: outcome === 'observe', isGone: state === 'gone' }
}

const nothingRedacted = {
  emails: 0,
  phones: 0,
  urls: 0,
  creditCards: 0,
  ssns: 0,
  amounts: 0,
  ipAddresses: 0,
  accountNumbers: 0,
}
