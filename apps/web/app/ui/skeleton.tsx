/** Holds the place of text or a picture that is on its way. Sized by the box around it. */
export function Skeleton() {
  return <span aria-hidden className="block size-full animate-pulse rounded-control bg-muted" />
}
