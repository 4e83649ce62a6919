/** One way in which a provider differs from what a reader of its reference would expect. */
export type Quirk<Setting> = {
  readonly what: string
  /** Where it was seen, such as a public issue tracker, or that it is only a precaution. */
  readonly source: string
  /** On, unless the provider behaves like this only at times. */
  readonly byDefault: Setting
}

export function quirk<Setting>(byDefault: Setting, what: string, source: string): Quirk<Setting> {
  return { byDefault, what, source }
}

type KnownQuirks = Readonly<Record<string, Quirk<unknown>>>

/** The current settings of a provider's quirks. */
export type QuirksOf<Known extends KnownQuirks> = {
  -readonly [Name in keyof Known]: Known[Name]['byDefault']
}

export function toQuirks<Known extends KnownQuirks>(
  known: Known,
  settings: Partial<QuirksOf<Known>> = {},
): QuirksOf<Known> {
  const byDefault = Object.entries(known).map(([name, { byDefault: value }]) => [name, value])
  return { ...(Object.fromEntries(byDefault) as QuirksOf<Known>), ...settings }
}
