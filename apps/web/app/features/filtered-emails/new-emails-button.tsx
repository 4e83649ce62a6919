import { ArrowUp } from 'lucide-react'
import { formatCountOf } from '../../lib/format.ts'

/** Floats over the list without taking room: new emails must not move what the user reads. */
export function NewEmailsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div
      role="status"
      className="screen-only sticky top-[calc(4.5rem+var(--top-line))] z-10 flex h-0 justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex h-11 items-center gap-1.5 rounded-full border border-border bg-raised px-4 text-sm font-medium shadow-raised hover:bg-muted md:h-9"
        >
          <ArrowUp aria-hidden className="size-4 text-primary" />
          {formatCountOf(count, 'new email', 'new emails')}
        </button>
      )}
    </div>
  )
}
