import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toUserMessage } from '../../lib/api/call.ts'
import { Button } from '../basics/button.tsx'
import { Skeleton } from './skeleton.tsx'

type Height = 'h-16' | 'h-25' | 'h-72'

/** A part of a page: its data, a placeholder, or a failure with a button to try again. */
export function Loaded<Data>({
  query,
  what,
  height,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Completes 'Loading …' and 'We couldn’t load …'. */
  what: string
  /** The height of the placeholder. */
  height?: Height
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <PartSkeleton what={what} height={height} />
  return (
    <PartFailed
      what={what}
      error={query.error}
      isPending={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

export function PartSkeleton({
  what,
  height = 'h-72',
}: {
  what: string
  height?: Height | undefined
}) {
  return (
    <div role="status" className={`delayed ${height}`}>
      <span className="sr-only">Loading {what}…</span>
      <Skeleton />
    </div>
  )
}

export function PartFailed({
  what,
  error,
  isPending,
  onRetry,
  retryLabel = 'Try again',
}: {
  what: string
  error: unknown
  isPending: boolean
  onRetry: () => void
  retryLabel?: string
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-danger/40 bg-danger/10 px-4 py-3 text-sm"
    >
      <span className="min-w-0 break-words">
        {toUserMessage(error) ?? `We couldn’t load ${what}. Check your connection and try again.`}
      </span>
      <Button variant="secondary" size="small" isPending={isPending} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}
