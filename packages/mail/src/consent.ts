/** What a user lets us do with a mailbox, and who it belongs to. */
export type Grant = {
  /** The provider's id of the person: addresses can change hands. */
  readonly subject: string
  readonly address: string
  readonly tokens: Tokens
}

export type Tokens = {
  readonly accessToken: string
  readonly accessTokenExpiresAt: Date
  readonly refreshToken: string
}

export type Redemption =
  | { readonly kind: 'granted'; readonly grant: Grant }
  /** Some permissions were unticked. What was granted besides is of no use to us; `null` where nothing of it can be given back. */
  | { readonly kind: 'partial'; readonly grant: Grant | null }
  /** The code is used up, too old or not ours. */
  | { readonly kind: 'invalid' }

/** How a user lets us into their mailbox at one provider (OAuth 2 with PKCE). Fails with a `MailError`. */
export type Consent = {
  toUrl(request: {
    readonly state: string
    readonly nonce: string
    readonly codeVerifier: string
    readonly redirectUrl: string
    /** The address to preselect, when an existing mailbox is connected again. */
    readonly loginHint?: string
  }): string
  redeem(answer: {
    readonly code: string
    readonly nonce: string
    readonly codeVerifier: string
    readonly redirectUrl: string
  }): Promise<Redemption>
  /** The provider may give a new refresh token, or none: then the old one stays in use. */
  refresh(refreshToken: string): Promise<Tokens>
  /** Gives back whatever can be given back; what is already gone is no error. */
  revoke(refreshToken: string): Promise<void>
}
