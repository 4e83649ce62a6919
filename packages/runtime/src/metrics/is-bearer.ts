import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether an Authorization header carries this bearer token. Takes the same time for every wrong
 * one, so that it cannot be guessed byte by byte. Hashes have equal lengths, as the comparison
 * requires.
 */
export function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))
}
