import { loadCurrentUser, type CurrentUser } from '@doorman/contract/auth'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOrNull } from './query.ts'

/** Who is signed in, or `null`. */
export const currentUser = queryOrNull(loadCurrentUser, {})

/** For anything inside the shell, which shows its children only while somebody is signed in. */
export function useCurrentUser(): CurrentUser {
  const { data: user } = useSuspenseQuery(currentUser)
  if (!user) throw new Error('Nobody is signed in here')
  return user
}
