import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { countMiss, loadRestorable, type Restorable } from './restore-links.ts'

/** What a restore link would do. Changes nothing, so that link scanners do no harm. */
export async function checkRestoreLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<Restorable> {
  return loadRestorable(ctx.db, { token, now: ctx.now() }).catch((error: unknown) =>
    countMiss(ctx, visitor, error),
  )
}
