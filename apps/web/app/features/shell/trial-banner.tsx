import type { CurrentUser } from '@doorman/contract/auth'
import { X } from 'lucide-react'
import { use, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { code as hideScript } from '../../inline-scripts/hide-dismissed-notice.ts?inline-script'
import { NonceContext } from '../../lib/hydration/nonce.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import {
  dismissTrialNotice,
  isTrialNoticeDismissed,
  subscribeToDismissal,
} from '../../lib/pages/trial-dismissal.ts'
import { findTrialNotice } from './trial-notice.ts'

/** One slim line above every page during the trial. */
export function TrialBanner({ user }: { user: CurrentUser }) {
  const nonce = use(NonceContext)
  const isDismissed = useSyncExternalStore(
    subscribeToDismissal,
    () => isTrialNoticeDismissed(user.id),
    () => false,
  )
  const notice = findTrialNotice(user)
  if (notice === null || isDismissed) return null

  function dismiss() {
    dismissTrialNotice(user.id)
    // The focused button disappears.
    document.querySelector('h1')?.focus()
  }

  return (
    <>
      <aside
        aria-label="Pro trial"
        data-trial-of={user.id}
        // On wide screens it is part of the top bar.
        className="screen-only flex h-11 items-center gap-x-2 border-b border-border bg-card ps-3 text-xs whitespace-nowrap md:h-9 md:gap-x-3 md:ps-8 md:pe-4 lg:sticky lg:top-(--top-line) lg:z-30 lg:-mt-12 lg:h-12 lg:ms-15 lg:self-start lg:border-0 lg:bg-transparent lg:p-0"
      >
        <strong className="min-w-0 truncate font-medium">{notice}</strong>
        <span className="sr-only text-muted-fg xl:not-sr-only">{text.trialNotice.features}</span>
        <Link
          to={paths.billing}
          className="ms-auto grid h-11 shrink-0 place-items-center rounded-control font-medium text-primary underline decoration-transparent underline-offset-4 hover:decoration-current md:h-8"
        >
          Keep Pro Features
        </Link>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={dismiss}
          className="grid h-11 w-9 shrink-0 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg md:size-8"
        >
          <X aria-hidden className="size-4" />
        </button>
      </aside>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: hideScript }}
      />
    </>
  )
}
