/** Errors that say the database is away or has no room just now, by Node's and PostgreSQL's codes. */
const outageCodes = [
  /^ECONN/, // refused, reset
  /^(EPIPE|ETIMEDOUT|ENOTFOUND)$/,
  /^08/, // connection exceptions
  /^53/, // insufficient resources, too many connections
  /^57P0[1-3]$/, // shutting down, crashed, starting up
  /^(40001|40P01|55P03|57014)$/, // serialization, deadlock, lock and statement timeouts
]

/** Whether it is worth asking again in a moment: nothing is wrong with the request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && outageCodes.some((pattern) => pattern.test(String(error.code))))
    return true
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return true
  return isOutage(error.cause)
}
