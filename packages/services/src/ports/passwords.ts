/**
 * Password hashes. Hashing and verifying are slow on purpose and throw `unavailable` when too many
 * callers wait.
 */
export type Passwords = {
  hash(password: string): Promise<string>
  /** With `null` (no such account) it takes as long, and returns `false`. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Whether the hash was made with the current cost settings. */
  isCurrent(hash: string): boolean
}
