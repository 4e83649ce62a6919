import { checkUnsubscribeLink, unsubscribe } from '@doorman/contract/emails'
import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import { useState } from 'react'
import { checkLink } from '../../features/email-links/check-link.ts'
import { LinkButton } from '../../features/email-links/link-button.tsx'
import { LinkOutcome } from '../../features/email-links/link-outcome.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { call } from '../../lib/api/call.ts'
import { serverCall } from '../../lib/api/server-call.ts'
import { linkHeaders, linkMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/unsubscribe.ts'

const names: Readonly<Record<OptionalEmailKind, string>> = {
  'weekly-report': 'the weekly report',
  'trial-reminder': 'trial reminders',
}

export const meta = () => linkMeta('Unsubscribe')

export const headers = linkHeaders

/** Only checks the link: mail scanners open links, and must not unsubscribe anyone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return checkLink(request, (input) => serverCall(context)(checkUnsubscribeLink, input))
}

export default function UnsubscribePage({ loaderData: link }: Route.ComponentProps) {
  const [isDone, setDone] = useState(false)
  const [fault, setFault] = useState('fault' in link ? link.fault : null)
  if (fault !== null || 'fault' in link)
    return (
      <SignInCard title="Nothing was changed">
        <LinkOutcome tone="danger" href={paths.accountSettings} label="Open Account Settings">
          {fault}
        </LinkOutcome>
      </SignInCard>
    )
  const { token, about } = link
  const name = names[about.kind]
  if (isDone || !about.isOn)
    return (
      <SignInCard title="You’re unsubscribed">
        <LinkOutcome tone="good" href={paths.accountSettings} label="Open Account Settings">
          You won’t get {name} anymore. Changed your mind? Switch {name} on again in Account
          Settings.
        </LinkOutcome>
      </SignInCard>
    )
  return (
    <SignInCard
      title={`Stop ${name}?`}
      description="We’ll still email you about your account, your mailboxes and your payments."
    >
      <LinkButton
        label="Unsubscribe"
        act={() => call(unsubscribe, { token })}
        failed="Failed to unsubscribe. Please try again."
        onDone={() => setDone(true)}
        onFault={setFault}
      />
    </SignInCard>
  )
}
