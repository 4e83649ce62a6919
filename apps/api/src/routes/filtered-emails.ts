import * as contract from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import { toReasoning, toSignalWords } from '@doorman/domain/reasoning'
import type { Actor, Context } from '@doorman/services/context'
import {
  listFilteredEmails,
  type FilteredEmail,
} from '@doorman/services/filtered-emails/list-filtered-emails'
import { loadFilteredEmail } from '@doorman/services/filtered-emails/load-filtered-email'
import { previewFilteredEmail } from '@doorman/services/filtered-emails/preview-filtered-email'
import { reportSpam } from '@doorman/services/filtered-emails/report-spam'
import { restoreEmails } from '@doorman/services/filtered-emails/restore-emails'
import { undoActs } from '@doorman/services/filtered-emails/undo-acts'
import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'
import { toAction, toSender } from '../words.ts'

/** The words of SPEC, and what they stand for here. */
const verbs = {
  restore: restoreEmails,
  restored: restoreEmails,
  spam: reportSpam,
  undo: undoActs,
}

export function filteredEmailRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listFilteredEmails, async (input, { actor }) => {
    const limit = input.limit ?? contract.emailsPerPage
    return (await listFilteredEmails(ctx, actor, { ...input, limit })).map(toFilteredEmail)
  })

  route(app, contract.actOnFilteredEmail, ({ id, action }, { actor }) =>
    act(ctx, actor, id, action),
  )

  route(app, contract.undoFilteredEmailAction, ({ id }, { actor }) => act(ctx, actor, id, 'undo'))

  route(app, contract.actOnFilteredEmails, async ({ ids, action }, { actor }) => {
    const done = new Set(await verbs[action](ctx, actor, { ids }))
    return { done: [...done], failed: ids.filter((id) => !done.has(id)) }
  })

  route(app, contract.previewFilteredEmail, ({ id }, { actor }) =>
    previewFilteredEmail(ctx, actor, { id }),
  )
}

async function act(ctx: Context, actor: Actor, id: DecisionId, action: keyof typeof verbs) {
  await verbs[action](ctx, actor, { ids: [id] })
  return toFilteredEmail(await loadFilteredEmail(ctx, actor, { id }))
}

/** Our decision in the words the API promises. */
function toFilteredEmail(email: FilteredEmail) {
  const { provider, mailboxId, state, redactions } = email
  return {
    id: email.id,
    provider,
    gmailAccountId: provider === 'gmail' ? mailboxId : null,
    microsoftAccountId: provider === 'microsoft' ? mailboxId : null,
    messageId: email.messageId,
    from: toSender(email),
    subject: email.subject ?? '',
    snippet: '' as const,
    receivedAt: (email.receivedAt ?? email.decidedAt).toISOString(),
    classificationScore: email.score ?? 0,
    category: email.category ?? ('other' as const),
    reasoning: toReasoning(email),
    detectedSignals: toSignalWords(email.signals),
    redactionStats: { ...nothingRedacted, ...redactions },
    action: toAction(state),
    restoredBy: email.restoredBy ?? undefined,
    isGone: state === 'gone',
  }
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
