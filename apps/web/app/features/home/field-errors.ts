type Problem = { readonly issues: readonly { readonly path: PropertyKey[]; message: string }[] }

/** The first thing wrong with each field, by its name. */
export function toFieldErrors({ issues }: Problem): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}
