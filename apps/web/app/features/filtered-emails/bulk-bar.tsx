import { Inbox, OctagonAlert, X } from 'lucide-react'
import { Button } from '../../ui/basics/button.tsx'

/** Actions on all selected emails. Sticks to the bottom of the screen. */
export function BulkBar({
  count,
  onRestore,
  onReportSpam,
  onClear,
}: {
  count: number
  onRestore: () => void
  onReportSpam: () => void
  onClear: () => void
}) {
  return (
    <section
      aria-label="Selected emails"
      className="sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-full max-w-xl items-center gap-2 rounded-card border border-border bg-raised p-2 shadow-raised"
    >
      <p className="grow ps-2 text-sm whitespace-nowrap tabular-nums">{count} selected</p>
      <Button variant="secondary" onClick={onRestore}>
        <Inbox aria-hidden className="max-sm:hidden" /> Restore
      </Button>
      <Button variant="secondary" onClick={onReportSpam}>
        <OctagonAlert aria-hidden className="max-sm:hidden" /> Spam
      </Button>
      <Button variant="ghost" size="icon" aria-label="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </section>
  )
}
