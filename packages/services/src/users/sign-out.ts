import { recordViewerAct } from '../audit/record-act.ts'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'

/** Ends the login session, and an admin's view of a user with it. */
export async function signOut(ctx: Context, { cookie, network }: Visitor): Promise<SetCookies> {
  const actor = await ctx.login.findActor(cookie, { isUse: false })
  if (actor?.viewerId !== undefined) {
    const who = { viewerId: actor.viewerId, viewedUserId: actor.userId, ip: network }
    const act = { act: 'end-view', details: { isByItself: false } } as const
    await ctx.db.transaction((tx) => recordViewerAct(ctx, tx, who, act))
  }
  return ctx.login.signOut(cookie)
}
