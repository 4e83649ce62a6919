/**
 * Password hashes. Hashing and verifying are slow on purpose and throw `unavailable` when too many
 * callers wait.
 */
export type Passwords = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
  /** Whether the hash was made with the current cost settings. */
  isCurrent(hash: string): boolean
}
