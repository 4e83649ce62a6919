import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for the three cards. */
export function FilterSettingsSkeleton() {
  return (
    <div role="status" className="delayed grid gap-6">
      <span className="sr-only">Loading your settings…</span>
      <div className="h-140">
        <Skeleton />
      </div>
      <div className="h-60">
        <Skeleton />
      </div>
      <div className="h-60">
        <Skeleton />
      </div>
    </div>
  )
}
