import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for the buttons, one card and the card beside it. */
export function AccountsSkeleton() {
  return (
    <div
      role="status"
      className="delayed grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <span className="sr-only">Loading your accounts…</span>
      <div className="grid gap-6">
        <div className="h-11 w-72 max-w-full md:h-9">
          <Skeleton />
        </div>
        <div className="h-72">
          <Skeleton />
        </div>
      </div>
      <div className="h-72">
        <Skeleton />
      </div>
    </div>
  )
}
