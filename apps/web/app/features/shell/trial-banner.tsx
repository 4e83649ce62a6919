import type { CurrentUser } from '@doorman/contract/auth'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/button.tsx'
import { dismissTrialNotice, isTrialNoticeDismissed } from './trial-dismissal.ts'
import { findTrialNotice } from './trial-notice.ts'

/** One slim line above every page while a trial lasts. */
export function TrialBanner({ user }: { user: CurrentUser }) {
  const [isDismissed, setDismissed] = useState(() => isTrialNoticeDismissed(user.id))
  const [now] = useState(() => new Date())
  const notice = findTrialNotice(user, now)
  if (notice === null || isDismissed) return null

  function dismiss() {
    dismissTrialNotice(user.id)
    setDismissed(true)
    // The button that had the focus is gone.
    document.querySelector('h1')?.focus()
  }

  return (
    <aside
      aria-label="Pro trial"
      className="screen-only flex items-center gap-x-3 border-b border-border bg-card py-1.5 ps-4 pe-2 text-sm md:ps-8 md:pe-4"
    >
      <p className="min-w-0 grow">
        <strong className="font-medium">{notice}</strong>{' '}
        <span className="text-xs text-muted-fg md:text-sm">{text.trialNotice.features}</span>
      </p>
      <Button asChild variant="secondary" size="small">
        <Link to={paths.billing}>Keep Pro Features</Link>
      </Button>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={dismiss}>
        <X aria-hidden />
      </Button>
    </aside>
  )
}
