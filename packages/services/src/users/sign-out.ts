import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'

export async function signOut({ login }: Context, { cookie }: Visitor): Promise<SetCookies> {
  return login.signOut(cookie)
}
