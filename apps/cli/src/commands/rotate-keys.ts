import { openDb } from '@doorman/db/client'
import { loadConfig } from '@doorman/runtime/config/config'
import { rotateKeys, type SkippedGrant } from '@doorman/services/mailboxes/upkeep/rotate-keys'
import { rotateHashKeys } from '@doorman/services/pipeline/correspondents/rotate-hash-keys'
import {
  rotateTotpSecrets,
  type SkippedSecret,
} from '@doorman/services/users/second-factor/rotate-totp-secrets'
import { openDatabase } from '../product/open-database.ts'
import { prepareDatabase } from '../product/prepare-database.ts'
import { requireTokenKeys } from '../product/require-token-keys.ts'
import { loadKeyRing } from '../product/secrets.ts'
import { parseOptions } from './parse-options.ts'
import { UsageError } from './usage-error.ts'

/**
 * Re-encrypts every stored token, every hash key and every secret of an authenticator app with the
 * first key of TOKEN_KEYS. Safe while the product or a second rotation runs. The exit code is 1 if any was
 * skipped.
 */
export async function rotateTokenKeys(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, positionals } = parseOptions(args, {
    'key-is-lost': { type: 'boolean', default: false },
  })
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals[0]}`)
  const isKeyLost = values['key-is-lost'] === true
  const config = loadConfig(env)
  const keyRing = await loadKeyRing(config)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await prepareDatabase(database.url, config, { mustBeDurable: false })
    const { db, close } = openDb(database.url)
    let resealed = 0
    const skipped: SkippedGrant[] = []
    const skippedSecrets: SkippedSecret[] = []
    try {
      await requireTokenKeys(
        { db, keyRing },
        { tolerates: isKeyLost ? ['missing', 'opens-none'] : ['missing'] },
      )
      for await (const batch of rotateKeys({ db, keyRing }, { isKeyLost })) {
        resealed += batch.resealed
        skipped.push(...batch.skipped)
      }
      for await (const count of rotateHashKeys({ db, keyRing })) resealed += count
      for await (const batch of rotateTotpSecrets({ db, keyRing })) {
        resealed += batch.resealed
        skippedSecrets.push(...batch.skipped)
      }
    } finally {
      await close()
    }
    console.log(toReport(resealed, skipped, skippedSecrets, keyRing.newestVersion))
    if (skipped.length + skippedSecrets.length > 0) process.exitCode = 1
  } finally {
    await database.stop()
  }
}

/** What was done and what happens next. Names skipped tokens by our own ids. */
function toReport(
  resealed: number,
  skipped: readonly SkippedGrant[],
  skippedSecrets: readonly SkippedSecret[],
  newestVersion: number,
): string {
  const keyless = skipped.filter(({ needs }) => needs === 'key')
  const damaged = skipped.filter(({ needs }) => needs === 'reconnect')
  const missing = [...new Set(keyless.map(({ keyVersion }) => keyVersion))].join(', ')
  return [
    `${resealed} re-encrypted.`,
    ...describeSecrets(skippedSecrets),
    ...(damaged.length > 0
      ? [
          `Can't be decrypted: ${damaged.length}. They stay as they are, their mailboxes need to be reconnected, and Doorman emails their users.`,
          ...damaged.map(toLine),
        ]
      : []),
    ...(keyless.length > 0
      ? [
          `Encrypted with a key that is missing from TOKEN_KEYS (${missing}): ${keyless.length}. They stay as they are. Put the key back at the end of TOKEN_KEYS and run this again. If it is lost, run doorman rotate-keys --key-is-lost: the users of these mailboxes are asked to reconnect.`,
          ...keyless.map(toLine),
        ]
      : [
          `Every ${damaged.length + skippedSecrets.length > 0 ? 'other ' : ''}token now uses key ${newestVersion}. Remove older keys as docs/operations.md describes.`,
        ]),
  ].join('\n')
}

function describeSecrets(skipped: readonly SkippedSecret[]): string[] {
  if (skipped.length === 0) return []
  const versions = [...new Set(skipped.map(({ keyVersion }) => keyVersion))].join(', ')
  return [
    `Secrets of authenticator apps that can't be decrypted: ${skipped.length}. They stay as they are. If TOKEN_KEYS lacks their key (${versions}), put it back and run this again. Otherwise these users need a passkey, a recovery code, or doorman admin reset-second-factor.`,
    ...skipped.map(({ userId }) => `  user ${userId}`),
  ]
}

function toLine({ grantId, mailbox }: SkippedGrant): string {
  return mailbox
    ? `  mailbox ${mailbox.id} (grant ${grantId})`
    : `  grant ${grantId}, of no mailbox; deleted within two days`
}
