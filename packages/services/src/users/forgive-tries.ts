import type { Context } from '../context.ts'

/** Whoever has proved that an address is theirs need not wait for earlier mistakes. */
export async function forgiveTries({ limits }: Context, address: string): Promise<void> {
  await limits.forgive('login-address-short', address)
  await limits.forgive('login-address-long', address)
}
