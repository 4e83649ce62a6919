import type { CurrentUser } from '@doorman/contract/auth'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/basics/button.tsx'
import { dismissTrialNotice, isTrialNoticeDismissed } from './trial-dismissal.ts'
import { findTrialNotice } from './trial-notice.ts'

/** One slim line above every page during the trial. */
export function TrialBanner({ user }: { user: CurrentUser }) {
  const [isDismissed, setDismissed] = useState(() => isTrialNoticeDismissed(user.id))
  const notice = findTrialNotice(user)
  if (notice === null || isDismissed) return null

  function dismiss() {
    dismissTrialNotice(user.id)
    setDismissed(true)
    // The focused button disappears.
    document.querySelector('h1')?.focus()
  }

  return (
    <aside
      aria-label="Pro trial"
      className="screen-only flex flex-wrap items-center gap-x-2 border-b border-border bg-card py-1 ps-4 pe-2 text-xs md:flex-nowrap md:gap-x-3 md:py-1.5 md:ps-8 md:pe-4 md:text-sm"
    >
      <strong className="min-w-0 grow font-medium md:grow-0">{notice}</strong>
      <span className="order-last w-full pb-1 text-muted-fg md:order-none md:w-auto md:grow md:pb-0">
        {text.trialNotice.features}
      </span>
      <Button asChild variant="secondary" size="small">
        <Link to={paths.billing}>Keep Pro Features</Link>
      </Button>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={dismiss}>
        <X aria-hidden />
      </Button>
    </aside>
  )
}
