/**
 * The start of the current period or, if earlier periods were not paid either, of the first of them.
 * Otherwise every new period would begin a new grace period while nothing is paid.
 */
export function toUnpaidSince(
  periodStartsAt: Date,
  paid: readonly { readonly periodEndsAt: Date }[],
): Date {
  if (paid.length === 0) return periodStartsAt
  const paidUntil = Math.max(...paid.map(({ periodEndsAt }) => periodEndsAt.getTime()))
  return new Date(Math.min(periodStartsAt.getTime(), paidUntil))
}
