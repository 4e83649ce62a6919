/**
 * What the rules use of `URL`, which Node and browsers both have. The domain is checked without the
 * types of either, so that it reads no clock and makes no call.
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
