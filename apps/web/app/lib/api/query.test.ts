import { loadCurrentUser } from '@doorman/contract/auth'
import { expect, test } from 'vitest'
import { queryClient, refetch } from './query-client.ts'
import { query } from './query.ts'

test('refetch invalidates every query of an endpoint, whatever its input', async () => {
  const { queryKey } = query(loadCurrentUser, {})
  queryClient.setQueryData([...queryKey], null)
  await refetch(loadCurrentUser)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
