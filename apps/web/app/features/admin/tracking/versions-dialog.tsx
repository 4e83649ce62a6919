import { listTrackingCodeVersions, type TrackingCodeField } from '@doorman/contract/admin-tracking'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../lib/api/query.ts'
import { formatMoment } from '../../../lib/format.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'

/** Earlier texts of a code, each with a button that saves it again. */
export function VersionsDialog({
  field,
  title,
  current,
  isDisabled,
  onRestore,
}: {
  field: TrackingCodeField
  title: string
  current: string
  /** While there are unsaved changes, which a restored version would replace. */
  isDisabled: boolean
  onRestore: (code: string) => Promise<unknown>
}) {
  const [isOpen, setOpen] = useState(false)
  const [restoring, setRestoring] = useState<string | null>(null)
  const versions = useQuery({
    ...query(listTrackingCodeVersions, { field }),
    staleTime: 0,
    enabled: isOpen,
  })

  async function restore({ savedAt, text }: { savedAt: string; text: string }) {
    setRestoring(savedAt)
    // The card shows a failure; the dialog closes either way.
    await onRestore(text).catch(() => null)
    setRestoring(null)
    setOpen(false)
  }

  return (
    <Dialog
      title={`Earlier versions: ${title}`}
      description="Restoring one publishes it at once. The current text stays in this list."
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (restoring === null) setOpen(open)
      }}
      trigger={
        <Button variant="ghost" disabled={isDisabled} aria-label={`Earlier versions of ${title}`}>
          Earlier versions
        </Button>
      }
    >
      <Loaded query={versions} what="the versions">
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-muted-fg">Nothing has been saved here yet.</p>
          ) : (
            <ul className="grid gap-5">
              {list.map((version) => (
                <li key={version.savedAt} className="grid gap-2 text-sm">
                  <div className="flex items-center justify-between gap-3">
                    <span className="min-w-0">
                      <span className="block font-medium">
                        {formatMoment(version.savedAt, new Date(versions.dataUpdatedAt))}
                      </span>
                      <span className="block truncate text-muted-fg">
                        {version.savedBy ?? 'An earlier admin'}
                      </span>
                    </span>
                    <Button
                      variant="secondary"
                      size="small"
                      isPending={restoring === version.savedAt}
                      disabled={restoring !== null || version.text === current}
                      onClick={() => void restore(version)}
                    >
                      {version.text === current ? 'Current' : 'Restore'}
                    </Button>
                  </div>
                  <pre
                    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
                    tabIndex={0}
                    className="max-h-40 overflow-auto rounded-control border border-border bg-bg p-3 font-mono text-xs whitespace-pre-wrap break-all"
                  >
                    {version.text === '' ? '(empty)' : version.text}
                  </pre>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
