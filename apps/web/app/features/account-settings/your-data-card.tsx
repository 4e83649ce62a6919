import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { WithPassword } from './set-password.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}))

/** The export of everything that is held about the user. */
export function YourDataCard() {
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  useUnusableLink()
  return (
    <Card
      title="Your data"
      description="Download everything we hold about you: your settings, your mailboxes, every decision and every email we’ve sent you. It contains no passwords and no keys."
      footer={
        <WithPassword reason="You need one to export your data.">
          <Button variant="secondary" onClick={({ currentTarget }) => setOpener(currentTarget)}>
            Export data
          </Button>
        </WithPassword>
      }
    >
      <p className="text-sm text-muted-fg">
        Looking for the senders you’ve trusted or blocked? They’re in{' '}
        <Link
          className="font-medium text-fg underline underline-offset-4"
          to={paths.filterSettings}
        >
          Filter Settings
        </Link>
        .
      </p>
      {opener && (
        <Suspense>
          <ExportDialog opener={opener} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </Card>
  )
}

/** A download link that does not work sends the browser here. Says so and clears the query. */
function useUnusableLink(): void {
  const [query, setQuery] = useSearchParams()
  const isUnusable = query.get('export') === 'unusable'

  // Synchronises with the address, which says how the download went.
  useEffect(() => {
    if (!isUnusable) return
    toast.failed(
      'Nothing was downloaded',
      'This link has expired, was used before, or belongs to another account. Export your data again.',
    )
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [isUnusable, setQuery])
}
