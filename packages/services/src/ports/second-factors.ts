/** A new secret for an authenticator app. */
export type NewTotp = {
  /** In base 32, for apps that cannot read the picture. */
  readonly secret: string
  /** A QR code of secret, account and product: the address of an SVG, for `<img>`. */
  readonly qrCode: string
}

/** What the browser passes to the authenticator, in the format of WebAuthn's JSON methods. */
export type PasskeyQuestion = Readonly<Record<string, unknown>> & { readonly challenge: string }

/** A passkey that the user has already. */
export type KnownPasskey = {
  readonly credentialId: string
  readonly transports: readonly string[]
}

type StoredPasskey = KnownPasskey & {
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** A new passkey, as the browser's JSON methods return it. */
export type NewCredential = {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

/** The signature of a passkey, as the browser's JSON methods return it. */
export type SignedCredential = {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
  }
}

/** The mathematics of second factors. Stores nothing; services refuse what was used before. */
export type SecondFactors = {
  /** `account` is the name that the app shows, with the product's name. */
  createTotp(account: string): NewTotp
  /**
   * The number of the code's 30-second time step (RFC 6238), if it is the current step, the one
   * before or the one after. Otherwise `null`.
   */
  checkTotp(secret: string, code: string): number | null
  askForNewPasskey(
    user: { readonly id: string; readonly email: string },
    known: readonly KnownPasskey[],
  ): Promise<PasskeyQuestion>
  /** `null` if it was made for another site or another challenge, or is malformed. */
  checkNewPasskey(credential: NewCredential, challenge: string): Promise<StoredPasskey | null>
  askForPasskey(known: readonly KnownPasskey[]): Promise<PasskeyQuestion>
  /** The passkey's new counter; `null` if the signature is not right or the counter went back. */
  checkPasskey(
    credential: SignedCredential,
    challenge: string,
    passkey: StoredPasskey,
  ): Promise<{ readonly counter: number } | null>
}
