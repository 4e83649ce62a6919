/** Whether this browser can use passkeys, and the page is one where it may. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

type Options = Readonly<Record<string, unknown>>

/**
 * Lets the user's authenticator make a passkey. `null` if the user cancels, takes too long, or has
 * this one already: browsers don't say which.
 */
export async function createPasskey(options: Options) {
  // Safe: the server makes the options for exactly this method.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await nullOnRefusal(navigator.credentials.create({ publicKey }))
  return credential && (toJson(credential) as RegistrationResponseJSON)
}

/** Lets one of the user's passkeys sign. `null` if the user cancels or takes too long. */
export async function signWithPasskey(options: Options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await nullOnRefusal(navigator.credentials.get({ publicKey }))
  return credential && (toJson(credential) as AuthenticationResponseJSON)
}

function toJson(credential: Credential): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('Not a passkey')
  return credential.toJSON()
}

async function nullOnRefusal(answer: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
