/** Password hashes. Both are slow on purpose and may refuse with `unavailable` when too many wait. */
export type Passwords = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
  /** Whether a hash was made at today's cost. */
  isCurrent(hash: string): boolean
}
