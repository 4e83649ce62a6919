/** An app as registered with Microsoft. */
export type App = {
  readonly clientId: string
  readonly clientSecret: string
  /** Shown on the consent page. */
  readonly name: string
  /**
   * Compared exactly, with case (https://learn.microsoft.com/entra/identity-platform/reply-url).
   */
  readonly redirectUris: readonly string[]
}
