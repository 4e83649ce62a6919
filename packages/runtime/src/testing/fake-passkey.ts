import type {
  NewCredential,
  PasskeyQuestion,
  SignedCredential,
} from '@doorman/services/ports/second-factors'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Answer = {
  /** The site that the browser shows. A phishing site has its own. */
  readonly origin?: string
  /** How often the authenticator says that it has signed. Most say 0, always. */
  readonly counter?: number
  /** Sign this instead of what the server asks for. */
  readonly challenge?: string
}

/** An authenticator in software: ES256, without attestation. */
export class FakePasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string

  constructor(publicUrl = 'http://localhost:3000') {
    this.#origin = new URL(publicUrl).origin
  }

  /** What the browser returns for a new passkey. */
  create(question: PasskeyQuestion, answer: Answer = {}): NewCredential {
    const rawId = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([rawId.length >> 8, rawId.length & 255])
    const authData = Buffer.concat([
      this.#toAuthData(0x41, answer),
      Buffer.alloc(16),
      length,
      rawId,
      this.#toCoseKey(),
    ])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      toCborText('fmt'),
      toCborText('none'),
      toCborText('attStmt'),
      Buffer.from([0xa0]),
      toCborText('authData'),
      Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
      authData,
    ]).toString('base64url')
    const clientDataJSON = this.#toClientData('webauthn.create', question, answer)
    return {
      id: this.id,
      response: { clientDataJSON, attestationObject, transports: ['internal'] },
    }
  }

  /** What the browser returns at a sign-in. */
  sign(question: PasskeyQuestion, answer: Answer = {}): SignedCredential {
    const authenticatorData = this.#toAuthData(0x01, answer)
    const clientDataJSON = this.#toClientData('webauthn.get', question, answer)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signed = Buffer.concat([authenticatorData, hash])
    return {
      id: this.id,
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    }
  }

  #toAuthData(flags: number, { origin = this.#origin, counter = 0 }: Answer): Buffer {
    const bytes = Buffer.alloc(37)
    createHash('sha256').update(new URL(origin).hostname).digest().copy(bytes)
    bytes.writeUInt8(flags, 32)
    bytes.writeUInt32BE(counter, 33)
    return bytes
  }

  #toClientData(
    type: string,
    question: PasskeyQuestion,
    { origin = this.#origin, challenge = question.challenge }: Answer,
  ): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin })).toString('base64url')
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key on P-256 for ES256, as COSE writes it in CBOR. */
  #toCoseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }
}

/** Encodes a text of at most 23 bytes. */
function toCborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
