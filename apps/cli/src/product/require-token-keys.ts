import { ConfigError } from '@doorman/runtime/config/config'
import type { Context } from '@doorman/services/ports/context'
import { registerKeys, type KeyProblem } from '@doorman/services/mailboxes/upkeep/token-keys'

/** Refuses wrong or missing keys, with which tokens of working mailboxes would look damaged. */
export async function requireTokenKeys(
  parts: Pick<Context, 'db' | 'keyRing'>,
  options?: Parameters<typeof registerKeys>[1],
): Promise<void> {
  const problem = await registerKeys(parts, options)
  if (problem)
    throw new ConfigError(`${describeKeyProblem(problem)} ${adviseOnKeyProblem(problem)}`)
}

export function describeKeyProblem({ kind, version, mailboxes }: KeyProblem): string {
  switch (kind) {
    case 'another-key':
      return `Key ${version} of TOKEN_KEYS is not the key ${version} that this database was used with.`
    case 'missing':
      return `Key ${version} is missing from TOKEN_KEYS; mailboxes that need it: ${mailboxes}.`
    case 'opens-none':
      return `Key ${version} of TOKEN_KEYS opens none of the mailboxes encrypted with key ${version}: ${mailboxes}.`
  }
}

export function adviseOnKeyProblem({ kind }: KeyProblem): string {
  switch (kind) {
    case 'another-key':
      return 'Put the right key back. A new key needs a version that was never used.'
    case 'missing':
      return 'Put it back at the end of TOKEN_KEYS. If it is lost, run doorman rotate-keys --key-is-lost: the users of these mailboxes are asked to reconnect.'
    case 'opens-none':
      return 'Put the right key back. If it is lost, run doorman rotate-keys --key-is-lost: the users of these mailboxes are asked to reconnect.'
  }
}
