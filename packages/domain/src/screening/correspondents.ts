import { domainOf } from '../mail/address-parts.ts'
import { isFreemail } from '../mail/freemail.ts'
import { toMailboxAddress } from '../mail/own-addresses.ts'
import { dayMs, hourMs, secondMs } from '../time.ts'

// The index of correspondents: the addresses to which a user has written.

/** Reading ends after this many sent messages, the newest ones. */
export const maxIndexedMessages = 100_000

/** How long we remember that the user sent a message, to recognise an answer to it. */
export const sentMessageRetentionMs = 400 * dayMs

/** A message waits this long for the index. Then it stays in the inbox. */
export const maxIndexWaitMs = hourMs

const minDelayMs = 2 * secondMs
const maxDelayMs = 30 * secondMs

/** Backoff between looks at the index: from 2 to 30 seconds. */
export function toIndexRetryDelayMs(waitedMs: number): number {
  return Math.min(Math.max(waitedMs, minDelayMs), maxDelayMs)
}

/** An address in the form in which the index knows it. */
export type IndexedAddress = { readonly address: string; readonly domain: string }

/** `null` for an address to which no mail can be sent. */
export function toIndexedAddress(address: string): IndexedAddress | null {
  const mailbox = toMailboxAddress(address)
  return mailbox === null ? null : { address: mailbox, domain: domainOf(mailbox) }
}

/**
 * The domain that a sender shares with colleagues. `null` for a freemail domain: knowing one person
 * there says nothing about the others.
 */
export function toSharedDomain({ domain }: IndexedAddress): string | null {
  return isFreemail(domain) ? null : domain
}

/** How many sent messages are read, and how many there are to read. */
export type IndexProgress = { readonly read: number; readonly total: number }

/**
 * Progress of the first reading of the sent messages; `null` once it is complete. A later reading
 * looks only for what is new, and users need not know of it.
 */
export function toIndexProgress(index: {
  readonly completedAt: Date | null
  readonly readsSince: Date | null
  readonly readCount: number
  readonly totalCount: number | null
}): IndexProgress | null {
  const { completedAt, readsSince, readCount, totalCount } = index
  if (completedAt !== null || readsSince !== null || !totalCount) return null
  const total = Math.min(totalCount, maxIndexedMessages)
  // Neighbouring pages may share messages, and users keep writing.
  return { read: Math.min(readCount, total), total }
}
