import type { Context } from '../ports/context.ts'

/** After a correct password or an emailed link, earlier failures no longer count. */
export async function resetSignInLimits({ limits }: Context, address: string): Promise<void> {
  await limits.reset('login-address-short', address)
  await limits.reset('login-address-long', address)
}
