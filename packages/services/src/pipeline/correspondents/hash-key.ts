import type { correspondentIndexes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyRing } from '../../ports/key-ring.ts'

export type IndexRow = typeof correspondentIndexes.$inferSelect
type SealedKey = Pick<IndexRow, 'mailboxId' | 'hashKey' | 'keyVersion'>

/** What a hash stands for. The same text gives another hash for another kind. */
type Hashed = 'address' | 'domain' | 'rfc-message-id' | 'provider-message-id'

/**
 * Hashes what the index stores. Without the mailbox's key, a hash can neither be checked against a
 * guessed address nor compared with the hash of another mailbox.
 */
export type Hasher = (kind: Hashed, text: string) => Buffer

const keyBytes = 32
const hashBytes = 16

export function newHashKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

export function sealHashKey(keyRing: KeyRing, mailboxId: MailboxId, key: string) {
  return {
    hashKey: keyRing.seal(key, sealContextOf(mailboxId)),
    keyVersion: keyRing.newestVersion,
  }
}

/** Throws if the key does not open. */
export function openHashKey(keyRing: KeyRing, row: SealedKey): string {
  return keyRing.open(row.hashKey, row.keyVersion, sealContextOf(row.mailboxId))
}

/**
 * `null` if the key does not open: the hashes are worthless then. Throws if a newer process has
 * sealed it with a key that this one does not know yet.
 */
export function findHasher(keyRing: KeyRing, row: SealedKey): Hasher | null {
  try {
    return toHasher(openHashKey(keyRing, row))
  } catch (error) {
    if (row.keyVersion > keyRing.newestVersion) throw error
    return null
  }
}

export function toHasher(key: string): Hasher {
  // Node would convert raw bytes to a key object at each call, which takes six times as long.
  const secretKey = createSecretKey(key, 'base64')
  return (kind, text) =>
    createHmac('sha256', secretKey).update(`${kind}:${text}`).digest().subarray(0, hashBytes)
}

function sealContextOf(mailboxId: MailboxId) {
  return { table: 'correspondent_indexes', column: 'hash_key', rowId: mailboxId }
}
