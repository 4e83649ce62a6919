import { logout } from '@doorman/contract/auth'
import { call, toUserMessage } from '../api/call.ts'
import { clearUserDataInAllTabs } from '../api/query-client.ts'
import { paths } from '../paths.ts'
import { text } from '../text.ts'
import { toast } from '../toast.ts'
import { expectSignOut, leave, stopExpectingSignOut } from './leave.ts'

/** Ends the login session and leaves for the login page. Never rejects: a failure is a toast. */
export async function logOut(): Promise<void> {
  expectSignOut()
  try {
    await call(logout, {})
  } catch (error) {
    toast.failed(text.logoutFailed, toUserMessage(error))
    stopExpectingSignOut()
    return
  }
  clearUserDataInAllTabs()
  await leave(paths.login())
}
