/** A placeholder for content that is loading. It fills the box around it. */
export function Skeleton() {
  return <span aria-hidden className="block size-full animate-pulse rounded-control bg-muted" />
}
