/** An app as its maker registered it with Microsoft. */
export type App = {
  readonly clientId: string
  readonly clientSecret: string
  /** What people are told is asking. */
  readonly name: string
  /** Compared letter by letter (learn.microsoft.com/entra/identity-platform/reply-url). */
  readonly redirectUris: readonly string[]
}
