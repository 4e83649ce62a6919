import { Skeleton } from '../../ui/skeleton.tsx'

/** The places of the buttons, of one card and of what is beside it. */
export function AccountsSkeleton() {
  return (
    <div
      role="status"
      className="patient grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
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
