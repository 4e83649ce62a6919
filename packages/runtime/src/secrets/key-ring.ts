import type { KeyRing, SealContext } from '@doorman/services/ports/key-ring'
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

export type TokenKey = { readonly version: number; readonly key: Buffer }

const algorithm = 'aes-256-gcm'
export const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** The ciphertext was changed or copied from another row, or its key is not in the ring. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

/**
 * AES-256-GCM with a random IV. The context is associated data, so that a secret copied to another
 * row, column or table does not open. The first key seals, all keys open. A key must not seal more
 * than 2^32 times, the limit for random IVs.
 */
export function createKeyRing(keys: readonly [TokenKey, ...TokenKey[]]): KeyRing {
  const [newest] = keys
  // Node would convert raw bytes to a key object at each call, which takes five times as long.
  const newestKey = createSecretKey(newest.key)
  const secretKeys = new Map(keys.map(({ version, key }) => [version, createSecretKey(key)]))
  return {
    newestVersion: newest.version,
    keys: keys.map(({ version, key }) => ({ version, checkValue: toCheckValue(key) })),

    seal(secret, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, newestKey, iv, { authTagLength: tagBytes })
      cipher.setAAD(toAssociatedData(context, newest.version))
      const bytes = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(bytes).toString('base64url')
    },

    open(sealed, keyVersion, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const key = secretKeys.get(keyVersion) ?? ''
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(toAssociatedData(context, keyVersion))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        const secret = decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8')
        return secret + decipher.final('utf8')
      } catch {
        // The same error for every reason: the difference would only help an attacker.
        throw new DecryptionError('A secret could not be decrypted.')
      }
    },
  }
}

function toAssociatedData({ table, column, rowId }: SealContext, keyVersion: number): Buffer {
  return Buffer.from(JSON.stringify([table, column, rowId, keyVersion]))
}

/** Derived from the key with HKDF, so storing it reveals nothing about the key. */
function toCheckValue(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'doorman key check value', 16)).toString(
    'base64url',
  )
}
