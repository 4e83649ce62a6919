/** How long the provider asks us to wait, or `null` if it does not say. */
export function findRetryAfterMs({
  header,
  text = '',
  now,
}: {
  /** Retry-After: seconds or a date. */
  readonly header: string | null
  /** Gmail may say it only in its text: `Rate limit exceeded. Retry after 2025-05-13T09:00:00Z`. */
  readonly text?: string
  readonly now: Date
}): number | null {
  if (header !== null && /^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const inText = /\bretry after (\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)/i.exec(text)?.[1]
  const untilMs = Date.parse(header ?? inText ?? '')
  return Number.isNaN(untilMs) ? null : Math.max(0, untilMs - now.getTime())
}
