import { listAuditLog } from '@doorman/contract/admin-audit'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { toAuditFilters, toAuditInput, type AuditFilters } from './audit-filters.ts'

const firstPage: string | undefined = undefined

export function auditLog(filters: AuditFilters) {
  const input = toAuditInput(filters)
  return infiniteQueryOptions({
    queryKey: [listAuditLog.path, input, 'pages'],
    queryFn: ({ pageParam, signal }) => call(listAuditLog, { ...input, cursor: pageParam }, signal),
    initialPageParam: firstPage as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 5_000,
  })
}

export function prefetchAudit(params: URLSearchParams): void {
  void queryClient.prefetchInfiniteQuery(auditLog(toAuditFilters(params)))
}
