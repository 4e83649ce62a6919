import { loadCurrentUser, type CurrentUser } from '@doorman/contract/auth'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOrNull } from '../api/query.ts'

/** The signed-in user, or `null`. */
export const currentUser = queryOrNull(loadCurrentUser, {})

/** For components inside the shell, which renders its children only while a user is signed in. */
export function useCurrentUser(): CurrentUser {
  const { data: user } = useSuspenseQuery(currentUser)
  if (!user) throw new Error('useCurrentUser needs a signed-in user')
  return user
}
