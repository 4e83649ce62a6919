import { loadCurrentUser } from '@doorman/contract/auth'
import { expect, test } from 'vitest'
import { queryClient, refetch } from './query-client.ts'
import { query } from './query.ts'

test('what an endpoint answered is stale after a refetch, whatever it was asked', async () => {
  const { queryKey } = query(loadCurrentUser, {})
  queryClient.setQueryData([...queryKey], null)
  await refetch(loadCurrentUser)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
