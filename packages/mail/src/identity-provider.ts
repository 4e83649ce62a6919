/** A person at a provider. */
export type ProviderIdentity = {
  /** Identifies the person (Google's `sub`, Microsoft's tenant and object id). */
  readonly providerAccountId: string
  /**
   * In lower case; empty if the provider names none. It does not identify: it can pass to another
   * person, or be made up.
   */
  readonly address: string
  /** Whether the provider proves that the address belongs to the person. */
  readonly isAddressTrusted: boolean
}

/**
 * Sign-in by OpenID Connect with PKCE. It asks who the person is and nothing else: no mailbox, no
 * refresh token, and the access token is dropped. Every call fails only with a `MailError`.
 */
export type IdentityProvider = {
  /** The page where the person signs in. */
  toAuthorizationUrl(request: {
    readonly state: string
    readonly nonce: string
    readonly codeVerifier: string
    readonly redirectUrl: string
  }): string
  /**
   * Exchanges the code that the provider put into the callback URL. `null` if it is used, expired or
   * forged, or belongs to another sign-in.
   */
  redeemCode(callback: {
    readonly code: string
    readonly nonce: string
    readonly codeVerifier: string
    readonly redirectUrl: string
  }): Promise<ProviderIdentity | null>
}
