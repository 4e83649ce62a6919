/** A command was called with wrong arguments. Its usage is printed with the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
