import { productName } from '@doorman/domain/brand'
import type {
  KnownPasskey,
  PasskeyQuestion,
  SecondFactors,
} from '@doorman/services/ports/second-factors'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
/** The signature algorithms that we accept: EdDSA, ES256 and RS256, by their COSE numbers. */
const supportedAlgorithmIDs = [-8, -7, -257]

/**
 * TOTP by RFC 6238 with the settings that every authenticator app assumes, and WebAuthn for this
 * site. The WebAuthn library is loaded when first needed: most processes never do.
 */
export function createSecondFactors({
  now,
  publicUrl,
}: {
  readonly now: () => Date
  readonly publicUrl: string
}): SecondFactors {
  const { origin, hostname: rpID } = new URL(publicUrl)
  const webAuthn = () => import('@simplewebauthn/server')
  const toTotp = (secret: Secret, label = '') =>
    new TOTP({ issuer: productName, label, secret, algorithm: 'SHA1', digits: 6, period: 30 })

  return {
    createTotp(account) {
      const secret = new Secret({ size: secretBytes })
      const svg = renderSVG(toTotp(secret, account).toString(), { border: 4 })
      return {
        secret: secret.base32,
        qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      }
    },

    checkTotp(secret, code) {
      // The library throws for other text.
      if (!/^\d{6}$/.test(code)) return null
      const totp = toTotp(Secret.fromBase32(secret))
      const timestamp = now().getTime()
      const delta = totp.validate({ token: code, timestamp, window: 1 })
      return delta === null ? null : totp.counter({ timestamp }) + delta
    },

    async askForNewPasskey({ id, email }, known) {
      const { generateRegistrationOptions } = await webAuthn()
      return toQuestion(
        await generateRegistrationOptions({
          rpName: productName,
          rpID,
          userName: email,
          userID: new TextEncoder().encode(id),
          supportedAlgorithmIDs,
          excludeCredentials: known.map(toDescriptor),
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        }),
      )
    },

    async checkNewPasskey({ id, response }, challenge) {
      const { verifyRegistrationResponse } = await webAuthn()
      const { clientDataJSON, attestationObject, transports = [] } = response
      const checked = await nullOnError(() =>
        verifyRegistrationResponse({
          response: {
            ...toCredential(id),
            response: { clientDataJSON, attestationObject },
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          supportedAlgorithmIDs,
          // The password was given before, so a touch of the authenticator is enough.
          requireUserVerification: false,
        }),
      )
      if (!checked?.verified) return null
      const { credential } = checked.registrationInfo
      return {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports,
      }
    },

    async askForPasskey(known) {
      const { generateAuthenticationOptions } = await webAuthn()
      return toQuestion(
        await generateAuthenticationOptions({
          rpID,
          allowCredentials: known.map(toDescriptor),
          userVerification: 'preferred',
        }),
      )
    },

    async checkPasskey({ id, response }, challenge, { credentialId, publicKey, counter }) {
      const { verifyAuthenticationResponse } = await webAuthn()
      const checked = await nullOnError(() =>
        verifyAuthenticationResponse({
          response: { ...toCredential(id), response },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
          requireUserVerification: false,
        }),
      )
      return checked?.verified ? { counter: checked.authenticationInfo.newCounter } : null
    },
  }
}

function toDescriptor({ credentialId, transports }: KnownPasskey) {
  return { id: credentialId, transports: [...transports] }
}

function toCredential(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function toQuestion(options: { readonly challenge: string }): PasskeyQuestion {
  return { ...Object.fromEntries(Object.entries(options)), challenge: options.challenge }
}

/** The library throws for everything that is wrong with what the browser sent. */
async function nullOnError<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
