/**
 * The part of `URL` that the domain uses. Node and browsers both have `URL`. The domain is compiled
 * without the types of either, so that it can read no clock and make no call.
 */
declare class URL {
  constructor(text: string)
  static canParse(text: string): boolean
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
  readonly pathname: string
  readonly searchParams: { get(name: string): string | null }
}
