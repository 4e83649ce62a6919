import type { TokenKey } from '@doorman/runtime/secrets/key-ring'
import { parseTokenKeys } from '@doorman/runtime/secrets/token-keys'
import { join } from 'node:path'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'

/**
 * The keys from TOKEN_KEYS, or those that the demo stored. `null` if there are none or they are
 * invalid.
 */
export async function findTokenKeys(
  { tokenKeys, dataDir }: Settings,
  { findStoredFile }: Probes,
): Promise<readonly [TokenKey, ...TokenKey[]] | null> {
  if ('problem' in tokenKeys) return null
  if (tokenKeys.value) return tokenKeys.value
  const stored = await findStoredFile(join(dataDir, 'token-keys'))
  return stored && parseTokenKeys(stored.text)
}
