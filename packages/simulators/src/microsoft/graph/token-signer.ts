import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** Signs page and delta tokens, so that a caller cannot forge one. */
export class TokenSigner {
  readonly #key: KeyObject

  constructor(key: string) {
    this.#key = createSecretKey(key, 'utf8')
  }

  sign(value: object): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${payload}.${this.#toSignature(payload)}`
  }

  /** The signed value, or `null` if the signature is wrong. */
  verify(token: string): unknown {
    const [payload = '', signature] = token.split('.')
    if (signature !== this.#toSignature(payload)) return null
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }

  #toSignature(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url').slice(0, 22)
  }
}
