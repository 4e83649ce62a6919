/**
 * How much a series has grown per hour, as a share of its start. The first third is warming up and
 * does not count. Garbage moves single values, so thirds are compared by their means. `NaN`: too few
 * values to say.
 */
export function toHourlyGrowth(values: readonly number[], minutesApart: number): number {
  const third = Math.floor(values.length / 3)
  if (third < minValues) return NaN
  const middle = mean(values.slice(third, 2 * third))
  const last = mean(values.slice(-third))
  const hoursBetween = (third * minutesApart) / 60
  return (last / middle - 1) / hoursBetween
}

const minValues = 4

/** Growth below this is noise: a process of 100 MB would take days to double. */
export const maxHourlyGrowth = 0.03

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
