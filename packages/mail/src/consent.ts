/** A user's permission to use one mailbox, and the account at the provider that gave it. */
export type Grant = {
  /** Identifies the account. An address cannot: it can pass to another person. */
  readonly providerAccountId: string
  readonly address: string
  readonly tokens: Tokens
}

export type Tokens = {
  readonly accessToken: string
  readonly accessTokenExpiresAt: Date
  readonly refreshToken: string
}

export type ConsentResult =
  | { readonly kind: 'granted'; readonly grant: Grant }
  /** The user unticked a permission we need. Revoke `grant`, unless it is `null`. */
  | { readonly kind: 'partial'; readonly grant: Grant | null }
  /** The code is used, expired or forged. */
  | { readonly kind: 'invalid' }

/** Why the provider sent the user back without a code. */
export type ConsentRefusal =
  /** The user declined. */
  | 'denied'
  /** The user's organisation lets only administrators allow access to mail. */
  | 'needs-admin'
  | 'failed'

/** OAuth 2 with PKCE at one provider. Every call fails only with a `MailError`. */
export type Consent = {
  /** The page where the user gives consent. */
  toAuthorizationUrl(request: {
    readonly state: string
    readonly nonce: string
    readonly codeVerifier: string
    readonly redirectUrl: string
    /** The address to preselect when a mailbox is connected again. */
    readonly loginHint?: string
  }): string
  /** Reads the error in the callback URL. Anyone can write such a URL, with any text of any length. */
  readRefusal(callback: {
    readonly error: string
    readonly description?: string | undefined
  }): ConsentRefusal
  /** The page where administrators allow access for their organisation. `null`: there is none. */
  toAdminConsentUrl(request: { readonly redirectUrl: string }): string | null
  /** Exchanges the code that the provider put into the callback URL. A code works once. */
  redeemCode(callback: {
    readonly code: string
    /**
     * The nonce of the authorization request. It proves that the answer belongs to this sign-in.
     */
    readonly nonce: string
    readonly codeVerifier: string
    readonly redirectUrl: string
  }): Promise<ConsentResult>
  /** Returns the given refresh token if the provider sends no new one. */
  refresh(refreshToken: string): Promise<Tokens>
  /** Revokes our permission, where the provider has a call for that. Idempotent. */
  revoke(refreshToken: string): Promise<void>
}
