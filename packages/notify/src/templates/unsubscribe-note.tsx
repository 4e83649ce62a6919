import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import { trialDays } from '@doorman/domain/plans/plan'
import type { Unsubscribe } from '../notify.ts'
import { SmallPrint, TextLink } from './parts.tsx'

const notes: Readonly<Record<OptionalEmailKind, { why: string; label: string }>> = {
  'weekly-report': {
    why: 'You get this report every Monday.',
    label: 'Unsubscribe from weekly reports',
  },
  'trial-reminder': {
    why: `We send a few reminders during the ${trialDays}-day trial.`,
    label: 'Unsubscribe from trial reminders',
  },
}

/** Says why the reader got an optional email, and where to switch it off. */
export function UnsubscribeNote({ unsubscribe }: { readonly unsubscribe: Unsubscribe }) {
  const { why, label } = notes[unsubscribe.kind]
  return (
    <SmallPrint>
      {why}
      <br />
      <TextLink url={unsubscribe.pageUrl}>{label}</TextLink>
      <br />
      <TextLink url={new URL('/account-settings', unsubscribe.pageUrl).href}>
        Choose your emails
      </TextLink>
    </SmallPrint>
  )
}
