import { checkAddressLink, confirmAddressChange } from '@doorman/contract/own-data'
import { useState } from 'react'
import { checkLink } from '../../features/email-links/check-link.ts'
import { LinkButton } from '../../features/email-links/link-button.tsx'
import { LinkOutcome } from '../../features/email-links/link-outcome.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { call } from '../../lib/api/call.ts'
import { serverCall } from '../../lib/api/server-call.ts'
import { linkHeaders, linkMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/confirm-address.ts'

export const meta = () => linkMeta('Change your address')

export const headers = linkHeaders

/** Only checks the link: mail scanners open links, and must not confirm anything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return checkLink(request, (input) => serverCall(context)(checkAddressLink, input))
}

type State = 'open' | 'confirmed' | 'applied'

export default function ConfirmAddressPage({ loaderData: link }: Route.ComponentProps) {
  const [state, setState] = useState<State>(() => ('about' in link ? toState(link.about) : 'open'))
  const [fault, setFault] = useState('fault' in link ? link.fault : null)
  const settings = { href: paths.accountSettings, label: 'Open Account Settings' }
  if (fault !== null || 'fault' in link)
    return (
      <SignInCard title="Nothing was changed">
        <LinkOutcome tone="danger" {...settings}>
          {fault}
        </LinkOutcome>
      </SignInCard>
    )
  const { token, about } = link
  if (state === 'applied')
    return (
      <SignInCard title="Your address is changed">
        <LinkOutcome tone="good" {...settings}>
          From now on, you sign in with {about.newEmail}, and we’ll write to you there.
        </LinkOutcome>
      </SignInCard>
    )
  if (state === 'confirmed')
    return (
      <SignInCard title="One more to go">
        <LinkOutcome tone="good" {...settings}>
          Thanks, this address is confirmed. Now open the link that we sent to your other address,
          and we’ll change it to {about.newEmail}.
        </LinkOutcome>
      </SignInCard>
    )
  return (
    <SignInCard
      title="Change your address?"
      description={`Your account will use ${about.newEmail} once both addresses are confirmed.`}
    >
      <LinkButton
        label="Confirm"
        act={() => call(confirmAddressChange, { token })}
        failed="Failed to confirm the change. Please try again."
        onDone={({ isApplied }) => setState(isApplied ? 'applied' : 'confirmed')}
        onFault={setFault}
      />
    </SignInCard>
  )
}

function toState(about: { readonly isConfirmed: boolean; readonly isApplied: boolean }): State {
  if (about.isApplied) return 'applied'
  return about.isConfirmed ? 'confirmed' : 'open'
}
