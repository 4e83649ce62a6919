import type { KeyRing, Place } from '@doorman/services/key-ring'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export type TokenKey = { readonly version: number; readonly key: Buffer }

const algorithm = 'aes-256-gcm'
export const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** What was sealed does not open: the row was tampered with, moved, or its key is not in the ring. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/**
 * AES-256-GCM with a random IV and the place as additional data, so that a
 * secret copied into another row, column or table is worth nothing. The first
 * key seals, all of them open. One key is good for 2^32 seals.
 */
export function createKeyRing(keys: readonly [TokenKey, ...TokenKey[]]): KeyRing {
  const [newest] = keys
  return {
    newestVersion: newest.version,

    seal(secret, place) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, newest.key, iv, { authTagLength: tagBytes })
      cipher.setAAD(toAdditionalData(place, newest.version))
      const bytes = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(bytes).toString('base64url')
    },

    open(sealed, keyVersion, place) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const key = keys.find(({ version }) => version === keyVersion)?.key ?? Buffer.alloc(0)
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(toAdditionalData(place, keyVersion))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        const secret = decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8')
        return secret + decipher.final('utf8')
      } catch {
        // Which of the reasons it was helps nobody but an attacker.
        throw new SealBroken('A secret could not be opened.')
      }
    },
  }
}

function toAdditionalData({ table, column, rowId }: Place, keyVersion: number): Buffer {
  return Buffer.from(JSON.stringify([table, column, rowId, keyVersion]))
}
