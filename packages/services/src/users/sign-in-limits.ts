import type { Limits } from '../ports/limits.ts'

type Attempt = {
  readonly address: string
  readonly network: string
  /** The id of a device that is known to the account, otherwise `null`. */
  readonly device: string | null
}

/**
 * Counts an attempt to sign in and returns how many there were for the address or the device. The
 * limit that an attacker reaches first is counted first, so a refused attempt uses up no other.
 *
 * A known device has counts of its own: whatever strangers try, its owner can sign in with it.
 */
export async function countSignIn(
  limits: Limits,
  { address, network, device }: Attempt,
): Promise<number> {
  if (device !== null) {
    const tries = await limits.count('login-device', address, device)
    // Not reset by the right password, so that no device can keep the server busy with hashing.
    await limits.count('login-device-address', address)
    return tries
  }
  await limits.count('login-address-network', address, network)
  await limits.count('login-ip', network)
  return limits.count('login-address', address)
}

/** After the right password, earlier failures no longer count. */
export async function resetSignIn(
  limits: Limits,
  { address, network, device }: Attempt,
): Promise<void> {
  if (device !== null) return limits.reset('login-device', address, device)
  await limits.reset('login-address-network', address, network)
  await limits.reset('login-address', address)
}

/** After an emailed link, the user may sign in from any network. */
export async function resetSignInsOf(limits: Limits, address: string): Promise<void> {
  await limits.resetAll('login-address-network', address)
  await limits.reset('login-address', address)
}
