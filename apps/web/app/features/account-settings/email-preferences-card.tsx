import {
  changeEmailPreferences,
  loadEmailPreferences,
  type EmailPreferences,
} from '@doorman/contract/emails'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Card } from '../../ui/basics/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { emailPreferences } from './email-preferences.ts'

export function EmailPreferencesCard() {
  const stored = useQuery(emailPreferences)
  return (
    <Card
      title="Emails"
      description="We always email you about your account, your mailboxes and your payments. The rest is up to you."
    >
      <Loaded query={stored} what="your choices" height="h-25">
        {(data) => <Preferences stored={data} />}
      </Loaded>
    </Card>
  )
}

function Preferences({ stored }: { stored: EmailPreferences }) {
  const weeklyReport = usePreference('weeklyReport', stored)
  const trialReminders = usePreference('trialReminders', stored)
  return (
    <div className="grid gap-5">
      <Switch
        label="Weekly report"
        description="Every Monday: what was filtered, and what we were least sure about."
        {...weeklyReport}
      />
      <Switch
        label="Trial reminders"
        description="A week before your trial ends, three days before, and on its last day."
        {...trialReminders}
      />
    </div>
  )
}

/** One switch. It shows the requested state while the request runs. */
function usePreference(name: keyof EmailPreferences, stored: EmailPreferences) {
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(changeEmailPreferences, { [name]: isOn }),
    onSuccess: () => toast.done(text.settingsSaved),
    onError: (error) => toast.failed('Failed to update email preferences.', toUserMessage(error)),
    onSettled: () => refetch(loadEmailPreferences),
  })
  return {
    checked: change.isPending ? change.variables : stored[name],
    onChange(isOn: boolean) {
      if (!change.isPending) change.mutate(isOn)
    },
  }
}
