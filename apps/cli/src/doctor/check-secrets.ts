import type { TokenKey } from '@doorman/runtime/key-ring'
import { join } from 'node:path'
import { broken, look, off, ok, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'
import { findTokenKeys } from './token-keys.ts'

/** That there are secrets, and where they come from; never what they are. */
export async function checkSecrets(settings: Settings, probes: Probes): Promise<Finding[]> {
  return [await checkLoginSecret(settings, probes), await checkTokenKeys(settings, probes)]
}

async function checkLoginSecret({ secret, dataDir }: Settings, probes: Probes): Promise<Finding> {
  const subject = 'Login secret'
  if ('wrong' in secret) return broken(subject, secret.wrong, 'Make it: openssl rand -base64 32')
  if (secret.value !== null) return ok(subject, 'set')
  return (
    (await findKeptFlaw(subject, join(dataDir, 'secret'), probes)) ??
    ok(subject, 'kept with the data')
  )
}

async function checkTokenKeys(settings: Settings, probes: Probes): Promise<Finding> {
  const subject = 'Token keys'
  const { tokenKeys, dataDir } = settings
  if ('wrong' in tokenKeys)
    return broken(subject, tokenKeys.wrong, 'Make the first: echo "1:$(openssl rand -base64 32)"')
  const file = join(dataDir, 'token-keys')
  const flaw = tokenKeys.value ? null : await findKeptFlaw(subject, file, probes)
  if (flaw) return flaw
  const keys = await findTokenKeys(settings, probes)
  if (keys) return ok(subject, describe(keys))
  return broken(
    subject,
    `${file} holds no keys`,
    'Put it back from a backup. Without it every mailbox has to be connected again.',
  )
}

/** The demo makes its own secrets and keeps them with its data. */
async function findKeptFlaw(
  subject: string,
  file: string,
  { findKept }: Probes,
): Promise<Finding | null> {
  const kept = await findKept(file)
  if (!kept) return off(subject, `made at the first start and kept in ${file}`)
  if (!kept.isOpenToOthers) return null
  return look(subject, `others on this machine may read ${file}`, `Run: chmod 600 ${file}`)
}

function describe(keys: readonly TokenKey[]): string {
  const [newest, ...older] = keys.map(({ version }) => version)
  const rest = older.length > 0 ? `; what is older opens with ${older.join(', ')}` : ''
  return `key ${newest} seals${rest}`
}
