/** The command was called the wrong way; the message says which is the right one. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
