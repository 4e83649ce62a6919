import { loadCurrentUser, verifyEmail } from '@doorman/contract/auth'
import { useEffect, useState } from 'react'
import { ApiError, call, isSignedOut, nullWhenSignedOut } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { NeedsScripts } from '../../ui/feedback/needs-scripts.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SignInCard } from './sign-in-card.tsx'

type Outcome = 'confirmed' | 'invalid-link' | 'signed-out' | 'unreachable'

/** One request per token, although React's strict mode runs the effect twice. */
const requests = new Map<string, Promise<Outcome>>()

function confirmOnce(token: string): Promise<Outcome> {
  const request = requests.get(token) ?? confirm(token)
  requests.set(token, request)
  return request
}

async function confirm(token: string): Promise<Outcome> {
  try {
    await call(verifyEmail, { token })
    return 'confirmed'
  } catch (error) {
    if (isSignedOut(error)) return 'signed-out'
    const isInvalidLink = error instanceof ApiError && error.status < 500
    if (!isInvalidLink) return 'unreachable'
    return (await isConfirmedAlready()) ? 'confirmed' : 'invalid-link'
  }
}

/** A link that has expired fails although its user may have confirmed the address with another. */
async function isConfirmedAlready(): Promise<boolean> {
  return nullWhenSignedOut(call(loadCurrentUser, {})).then(
    (user) => user?.isVerified ?? false,
    () => false,
  )
}

export function EmailVerification({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>()

  // Synchronises with the server: opening the link confirms the address.
  useEffect(() => void confirmOnce(token).then(setOutcome), [token])

  return (
    <SignInCard title={outcome ? titles[outcome] : 'Confirm your address'}>
      <div aria-live="polite" className="grid gap-5">
        {outcome ? (
          <Result outcome={outcome} />
        ) : (
          <div className="grid justify-items-center py-4">
            <NeedsScripts />
            <span className="[@media(scripting:none)]:hidden">
              <Spinner label="Confirming your address…" />
            </span>
          </div>
        )}
      </div>
    </SignInCard>
  )
}

const titles: Readonly<Record<Outcome, string>> = {
  confirmed: 'Address confirmed',
  'invalid-link': 'This link doesn’t work',
  'signed-out': 'Confirm your address',
  unreachable: 'Confirm your address',
}

function Result({ outcome }: { outcome: Outcome }) {
  switch (outcome) {
    case 'confirmed':
      return (
        <>
          <Banner tone="good">Your address is confirmed. Thank you.</Banner>
          <Button asChild isWide>
            <a href={paths.dashboard}>Go to the dashboard</a>
          </Button>
        </>
      )
    case 'signed-out':
      return (
        <>
          <Banner tone="danger">Sign in first, then open this link again.</Banner>
          <Button asChild isWide>
            <a href={paths.login()}>Log in</a>
          </Button>
        </>
      )
    case 'invalid-link':
      return (
        <>
          <Banner tone="danger">
            This link has expired or was used before. You can request a new one in your account
            settings.
          </Banner>
          <Button asChild isWide>
            <a href={paths.accountSettings}>Open account settings</a>
          </Button>
        </>
      )
    case 'unreachable':
      return (
        <>
          <Banner tone="danger">We couldn’t confirm your address just now.</Banner>
          <Button isWide variant="secondary" onClick={() => location.reload()}>
            Try again
          </Button>
        </>
      )
  }
}
