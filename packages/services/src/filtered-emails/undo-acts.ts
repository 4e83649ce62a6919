import type { DecisionId } from '@doorman/domain/ids'
import type { Actor, Context } from '../context.ts'
import { sayWord } from './say-word.ts'

/** Set aside again, and their senders are to the user what they were before. Gives those that are the actor's. */
export function undoActs(
  ctx: Context,
  actor: Actor,
  { ids }: { readonly ids: readonly DecisionId[] },
): Promise<readonly DecisionId[]> {
  return sayWord(ctx, actor, ids, 'undone')
}
