import type { TokenKey } from '@doorman/runtime/key-ring'
import { parseTokenKeys } from '@doorman/runtime/token-keys'
import { join } from 'node:path'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'

/** As the environment has them, or else as a start has kept them; `null` where there are none, or none that can be read. */
export async function findTokenKeys(
  { tokenKeys, dataDir }: Settings,
  { findKept }: Probes,
): Promise<readonly TokenKey[] | null> {
  if ('wrong' in tokenKeys) return null
  if (tokenKeys.value) return tokenKeys.value
  const kept = await findKept(join(dataDir, 'token-keys'))
  return kept && parseTokenKeys(kept.text)
}
