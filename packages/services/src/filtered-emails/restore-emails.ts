import type { DecisionId } from '@doorman/domain/ids'
import type { Actor, Context } from '../context.ts'
import { sayWord } from './say-word.ts'

/** Back to the inbox, unread, and their senders are trusted from now on. Gives those that are the actor's to restore. */
export function restoreEmails(
  ctx: Context,
  actor: Actor,
  { ids }: { readonly ids: readonly DecisionId[] },
): Promise<readonly DecisionId[]> {
  return sayWord(ctx, actor, ids, 'restored')
}
