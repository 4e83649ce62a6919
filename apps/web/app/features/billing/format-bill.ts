const localDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** The day of a moment in the reader's time zone, as 'November 15, 2026'. */
export function formatLocalDay(isoTime: string): string {
  return localDate.format(new Date(isoTime))
}

/** An amount in the currency's smallest unit, as '$9.00'. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
