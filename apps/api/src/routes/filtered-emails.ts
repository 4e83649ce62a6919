import * as contract from '@doorman/contract/filtered-emails'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { toReasoning, toSignalWords } from '@doorman/domain/reasoning'
import type { Actor, Context } from '@doorman/services/context'
import {
  listFilteredEmails,
  type FilteredEmail,
} from '@doorman/services/filtered-emails/list-filtered-emails'
import { loadFilteredEmail } from '@doorman/services/filtered-emails/load-filtered-email'
import { previewFilteredEmail } from '@doorman/services/filtered-emails/preview-filtered-email'
import { sayWord } from '@doorman/services/filtered-emails/say-word'
import { toSaid, type Said } from '@doorman/services/last-word'
import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'
import { toAction, toSender } from '../words.ts'

/** The words of SPEC, and what they stand for here. */
const words = { restore: 'restored', restored: 'restored', spam: 'spam', undo: 'undone' } as const

const changedMeanwhile: Readonly<Record<Said, string>> = {
  restored: 'This email has been restored in the meantime.',
  spam: 'This email has been marked as spam in the meantime.',
  none: 'This email has been set aside again in the meantime.',
}

export function filteredEmailRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listFilteredEmails, async (input, { actor }) => {
    const limit = input.limit ?? contract.emailsPerPage
    return (await listFilteredEmails(ctx, actor, { ...input, limit })).map(toFilteredEmail)
  })

  route(app, contract.actOnFilteredEmail, (input, { actor }) => act(ctx, actor, input))

  route(app, contract.undoFilteredEmailAction, (input, { actor }) =>
    act(ctx, actor, { ...input, action: 'undo' }),
  )

  route(app, contract.actOnFilteredEmails, async ({ ids, action, seen }, { actor }) => {
    const done = new Set(await sayWord(ctx, actor, { ids, word: words[action], seen }))
    return { done: [...done], failed: ids.filter((id) => !done.has(id)) }
  })

  route(app, contract.previewFilteredEmail, ({ id }, { actor }) =>
    previewFilteredEmail(ctx, actor, { id }),
  )
}

type Act = { id: DecisionId; action: keyof typeof words; seen?: Said | undefined }

async function act(ctx: Context, actor: Actor, { id, action, seen }: Act) {
  const [done] = await sayWord(ctx, actor, { ids: [id], word: words[action], seen })
  const email = await loadFilteredEmail(ctx, actor, { id })
  if (!done) throw new AppError('conflict', changedMeanwhile[toSaid(email.state)])
  return toFilteredEmail(email)
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
    answeredAt: email.answeredAt?.toISOString(),
    hasAnswerBounced: email.answerState === 'bounced',
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
