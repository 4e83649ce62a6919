import type { DecisionId } from '@doorman/domain/ids'
import type { Actor, Context } from '../context.ts'
import { sayWord } from './say-word.ts'

/** To the provider's junk, and their senders are blocked from now on. Gives those that are the actor's to report. */
export function reportSpam(
  ctx: Context,
  actor: Actor,
  { ids }: { readonly ids: readonly DecisionId[] },
): Promise<readonly DecisionId[]> {
  return sayWord(ctx, actor, ids, 'spam')
}
