import { loadCurrentUser } from '@doorman/contract/auth'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { query } from './query.ts'

test('the path of its endpoint finds a query, whatever its input', async () => {
  const { queryKey } = query(loadCurrentUser, {})
  const client = new QueryClient()
  client.setQueryData([...queryKey], null)
  await client.invalidateQueries({ queryKey: [loadCurrentUser.path] })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
