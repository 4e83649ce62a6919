/** Codes of Node and PostgreSQL for a database that is unreachable or overloaded at the moment. */
const outageCodes = [
  /^ECONN/, // refused, reset
  /^(EPIPE|ETIMEDOUT|ENOTFOUND)$/,
  /^08/, // connection exceptions
  /^53/, // insufficient resources, too many connections
  /^57P0[1-3]$/, // shutting down, crashed, starting up
  /^(40001|40P01|55P03|57014)$/, // serialization, deadlock, lock and statement timeouts
]

/** Whether a retry may succeed: the database failed, not the request. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && outageCodes.some((pattern) => pattern.test(String(error.code))))
    return true
  if (
    /timeout exceeded when trying to connect|^timeout expired$|Connection terminated/.test(
      error.message,
    )
  )
    return true
  return isDatabaseOutage(error.cause)
}
