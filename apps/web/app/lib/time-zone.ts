import { setTimeZone, type CurrentUser } from '@doorman/contract/auth'
import { call } from './api.ts'

/** Tells the server where the user is, where it does not know, for it counts their days. */
export async function tellTimeZone(user: CurrentUser): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone === user.timeZone || user.viewingAsUser) return
  try {
    await call(setTimeZone, { timeZone })
  } catch {
    // Their days go on as before, and the next visit tells again.
  }
}
