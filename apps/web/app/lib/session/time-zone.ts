import { setTimeZone, type CurrentUser } from '@doorman/contract/auth'
import { call } from '../api/call.ts'

/**
 * Sends the browser's time zone if the server has another one. The dashboard counts days by it, and the
 * server renders times with it.
 */
export async function sendTimeZone(user: CurrentUser): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone === user.timeZone || user.viewingAsUser) return
  try {
    await call(setTimeZone, { timeZone })
  } catch {
    // The server keeps the old time zone. The next visit sends it again.
  }
}
