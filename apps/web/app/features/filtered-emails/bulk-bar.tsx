import type { UserAction } from '@doorman/domain/screening/user-action'
import { FolderOutput, Inbox, OctagonAlert, X } from 'lucide-react'
import { Button } from '../../ui/basics/button.tsx'
import type { Choice } from './choices.ts'

const icons: Readonly<Partial<Record<UserAction, typeof Inbox>>> = {
  'set-aside': FolderOutput,
  restore: Inbox,
  'report-spam': OctagonAlert,
}

/** Actions on all selected emails. Sticks to the bottom of the screen. */
export function BulkBar({
  count,
  choices,
  onAction,
  onClear,
}: {
  count: number
  choices: readonly Choice[]
  onAction: (action: UserAction) => void
  onClear: () => void
}) {
  return (
    <section
      aria-label="Selected emails"
      data-bottom-bar
      className="screen-only sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-full max-w-xl flex-wrap items-center gap-2 rounded-card border border-border bg-raised p-2 shadow-raised"
    >
      <p className="grow ps-2 text-sm whitespace-nowrap tabular-nums">{count} selected</p>
      {choices.map(({ action, label }) => {
        const Icon = icons[action] ?? Inbox
        return (
          <Button key={action} variant="secondary" onClick={() => onAction(action)}>
            <Icon aria-hidden className="max-sm:hidden" /> {label}
          </Button>
        )
      })}
      <Button variant="ghost" size="icon" aria-label="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </section>
  )
}
