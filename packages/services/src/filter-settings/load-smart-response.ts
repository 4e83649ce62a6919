import { loadSmartResponseFacts } from '@doorman/db/queries/smart-response'
import { AppError } from '@doorman/domain/app-error'
import {
  defaultReplyText,
  isSmartResponseOn,
  toReplySubject,
  toReplyText,
} from '@doorman/domain/replies/smart-response'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** The reply that filtered senders get, and whether they get it. */
export type SmartResponse = {
  readonly text: string
  readonly defaultText: string
  readonly agreedAt: Date | null
  readonly isOn: boolean
  readonly hasOverride: boolean
  readonly preview: { readonly subject: string; readonly text: string }
}

export async function loadSmartResponse(ctx: Context, { userId }: Actor): Promise<SmartResponse> {
  const facts = await loadSmartResponseFacts(ctx.db, userId, ctx.now())
  if (!facts) throw new AppError('unauthenticated', 'Please sign in.')
  const text = facts.replyText ?? defaultReplyText
  const hasOverride = facts.isPro
  return {
    text,
    hasOverride,
    defaultText: defaultReplyText,
    agreedAt: facts.agreedAt,
    isOn: isSmartResponseOn(facts),
    preview: {
      subject: toReplySubject('Quick question'),
      text: toReplyText(text, { hasOverride }),
    },
  }
}
