/** Associated data of a sealed secret: a secret copied to another row or column does not open. */
export type SealContext = {
  readonly table: string
  readonly column: string
  readonly rowId: string
}

/** Encrypts secrets, so that a copy of the database does not reveal them. */
export type KeyRing = {
  /** Version of the key that `seal` uses. */
  readonly newestVersion: number
  /** All keys that open. A check value identifies a key and does not reveal it. */
  readonly keys: readonly { readonly version: number; readonly checkValue: string }[]
  seal(secret: string, context: SealContext): string
  /** Throws the same error for a wrong context, a wrong key and changed bytes. */
  open(sealed: string, keyVersion: number, context: SealContext): string
}
