import { ArrowLeft } from 'lucide-react'
import { paths } from '../../lib/paths.ts'

export function BackHome() {
  return (
    <a
      href={paths.home}
      className="screen-only inline-flex items-center gap-2 rounded-control py-1 text-sm text-muted-fg hover:text-fg"
    >
      <ArrowLeft aria-hidden className="size-4" /> Back to Home
    </a>
  )
}
