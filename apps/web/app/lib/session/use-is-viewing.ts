import { useCurrentUser } from './current-user.ts'

/** Whether an admin views the app as a user. The server refuses what only the user may do. */
export function useIsViewing(): boolean {
  return useCurrentUser().viewingAsUser !== undefined
}
