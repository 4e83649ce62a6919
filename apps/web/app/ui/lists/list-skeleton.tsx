import { Skeleton } from '../feedback/skeleton.tsx'

const rows = [1, 2, 3, 4, 5, 6]

/** Placeholders for a search bar and the first rows of a list. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="delayed grid gap-6">
      <span className="sr-only">{label}</span>
      <div className="h-11 max-w-2xl md:h-9">
        <Skeleton />
      </div>
      <div className="grid gap-2">
        {rows.map((row) => (
          <div key={row} className="h-16">
            <Skeleton />
          </div>
        ))}
      </div>
    </div>
  )
}
