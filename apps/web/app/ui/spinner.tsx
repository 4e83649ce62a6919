import { LoaderCircle } from 'lucide-react'

/** Says that something is under way. Inside a button the button's own text says what. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status" className="patient inline-flex">
      <LoaderCircle aria-hidden className="size-6 animate-spin text-muted-fg" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
