import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for the plan and what can be done with it. */
export function BillingSkeleton() {
  return (
    <div role="status" className="delayed grid gap-6">
      <span className="sr-only">Loading your plan…</span>
      <div className="h-26">
        <Skeleton />
      </div>
      <div className="h-150">
        <Skeleton />
      </div>
    </div>
  )
}
