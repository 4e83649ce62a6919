import { LoaderCircle } from 'lucide-react'

/** A spinner with a label for screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status" className="delayed inline-flex">
      <LoaderCircle aria-hidden className="size-6 animate-spin text-muted-fg" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
