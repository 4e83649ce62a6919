import type { Context, Visitor } from '../context.ts'
import type { SetCookies } from '../login.ts'

export async function signOut({ login }: Context, { cookie }: Visitor): Promise<SetCookies> {
  return login.signOut(cookie)
}
