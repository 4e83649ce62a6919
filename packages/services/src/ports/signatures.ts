/**
 * Signs text with the service's secret: for links that need no row in the database. `purpose`
 * separates uses, so that a signature for one is useless for another.
 */
export type Signatures = {
  sign(purpose: string, text: string): string
  isValid(purpose: string, text: string, signature: string): boolean
}
