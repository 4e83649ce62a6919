import { checkRestoreLink, useRestoreLink as restoreByLink } from '@doorman/contract/emails'
import { useState } from 'react'
import { checkLink } from '../../features/email-links/check-link.ts'
import { FilteredEmailFacts } from '../../features/email-links/filtered-email-facts.tsx'
import { LinkButton } from '../../features/email-links/link-button.tsx'
import { LinkOutcome } from '../../features/email-links/link-outcome.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { call } from '../../lib/api/call.ts'
import { serverCall } from '../../lib/api/server-call.ts'
import { toSender, toSubject } from '../../lib/lists/sender.ts'
import { linkHeaders, linkMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/restore.ts'

export const meta = () => linkMeta('Restore an email')

export const headers = linkHeaders

/** Only checks the link: mail scanners open links, and must not restore anything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return checkLink(request, (input) => serverCall(context)(checkRestoreLink, input))
}

export default function RestorePage({ loaderData: link }: Route.ComponentProps) {
  const [isRestored, setRestored] = useState(false)
  const [fault, setFault] = useState('fault' in link ? link.fault : null)
  if (fault !== null || 'fault' in link)
    return (
      <SignInCard title="Nothing was restored">
        <LinkOutcome tone="danger" href={paths.filteredEmails} label="Open Filtered Emails">
          {fault}
        </LinkOutcome>
      </SignInCard>
    )
  const { token, about } = link
  if (about.isRestored)
    return (
      <SignInCard title="Already restored">
        <LinkOutcome tone="good" href={paths.filteredEmails} label="Open Filtered Emails">
          This email is already back in your inbox.
        </LinkOutcome>
      </SignInCard>
    )
  if (isRestored)
    return (
      <SignInCard title="Email restored">
        <LinkOutcome tone="good" href={paths.filteredEmails} label="Open Filtered Emails">
          “<bdi>{toSubject(about.subject)}</bdi>” is on its way back to the inbox of {about.mailbox}
          . From now on, email from <bdi>{toSender(about.sender).name}</bdi> stays there.
        </LinkOutcome>
      </SignInCard>
    )
  return (
    <SignInCard
      title="Restore this email?"
      description="It goes back to your inbox, and later email from this sender stays there."
    >
      <div className="grid gap-6">
        <FilteredEmailFacts email={about} />
        <LinkButton
          label="Restore to inbox"
          act={() => call(restoreByLink, { token })}
          failed="Failed to restore the email. Please try again."
          onDone={() => setRestored(true)}
          onFault={setFault}
        />
      </div>
    </SignInCard>
  )
}
