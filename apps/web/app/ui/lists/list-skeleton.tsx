import { Skeleton } from '../feedback/skeleton.tsx'

const rows = [1, 2, 3, 4, 5, 6, 7, 8]

/** Placeholders for a search bar and the first rows of a list. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="delayed grid gap-6">
      <div className="h-11 md:h-9">
        <Skeleton />
      </div>
      <Rows label={label} />
    </div>
  )
}

/** Placeholders for the first rows of a list. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div className="delayed">
      <Rows label={label} />
    </div>
  )
}

/** In the shape of the rows. */
function Rows({ label }: { label: string }) {
  return (
    <div role="status" className="divide-y divide-border rounded-card border border-border bg-card">
      <span className="sr-only">{label}</span>
      {rows.map((row) => (
        <div key={row} className="flex h-16 items-center gap-4 px-4">
          <div className="size-4 shrink-0">
            <Skeleton />
          </div>
          <div className="h-4 w-24 shrink-0 md:w-44">
            <Skeleton />
          </div>
          <div className="grid min-w-0 grow gap-2">
            <div className="h-4 max-w-md">
              <Skeleton />
            </div>
            <div className="h-3 max-w-xs">
              <Skeleton />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
