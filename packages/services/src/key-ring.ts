/** Where a secret is kept. What is sealed for one place opens in no other. */
export type Place = { readonly table: string; readonly column: string; readonly rowId: string }

/** Seals what must not be read in a copy of the database. */
export type KeyRing = {
  /** Of the key that seals from now on. */
  readonly newestVersion: number
  seal(secret: string, place: Place): string
  /** Fails alike with whatever is wrong: another place, another key, other bytes. */
  open(sealed: string, keyVersion: number, place: Place): string
}
