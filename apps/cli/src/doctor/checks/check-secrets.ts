import type { TokenKey } from '@doorman/runtime/secrets/key-ring'
import { join } from 'node:path'
import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'
import { findTokenKeys } from './find-token-keys.ts'

/** Whether the secrets exist and where they are stored. Never prints them. */
export async function checkSecrets(settings: Settings, probes: Probes): Promise<Finding[]> {
  return [await checkLoginSecret(settings, probes), await checkTokenKeys(settings, probes)]
}

async function checkLoginSecret({ secret, dataDir }: Settings, probes: Probes): Promise<Finding> {
  const subject = 'Login secret'
  if ('problem' in secret)
    return broken(subject, secret.problem, 'Create one with: openssl rand -base64 32')
  if (secret.value !== null) return ok(subject, 'set')
  return (
    (await findStoredFileProblem(subject, join(dataDir, 'secret'), probes)) ??
    ok(subject, 'stored in the data folder')
  )
}

async function checkTokenKeys(settings: Settings, probes: Probes): Promise<Finding> {
  const subject = 'Token keys'
  const { tokenKeys, dataDir } = settings
  if ('problem' in tokenKeys)
    return broken(
      subject,
      tokenKeys.problem,
      'Create the first one with: echo "1:$(openssl rand -base64 32)"',
    )
  const file = join(dataDir, 'token-keys')
  const problem = tokenKeys.value ? null : await findStoredFileProblem(subject, file, probes)
  if (problem) return problem
  const keys = await findTokenKeys(settings, probes)
  if (keys) return ok(subject, describeKeys(keys))
  return broken(
    subject,
    `${file} contains no valid keys`,
    'Restore it from a backup. Without it, every mailbox must be connected again.',
  )
}

/** The demo creates its own secrets and stores them in its data folder. */
async function findStoredFileProblem(
  subject: string,
  file: string,
  { findStoredFile }: Probes,
): Promise<Finding | null> {
  const stored = await findStoredFile(file)
  if (!stored) return off(subject, `will be created at the first start in ${file}`)
  if (!stored.isReadableByOthers) return null
  return needsAttention(
    subject,
    `other users of this machine can read ${file}`,
    `Run: chmod 600 ${file}`,
  )
}

function describeKeys(keys: readonly TokenKey[]): string {
  const [newest, ...older] = keys.map(({ version }) => version)
  const rest = older.length > 0 ? `; older keys for decryption: ${older.join(', ')}` : ''
  return `key ${newest} encrypts${rest}`
}
