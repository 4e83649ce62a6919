import {
  changeEmailSettings,
  loadEmailSettings,
  sendTestEmail,
  type EmailSettings,
  type TestEmailType,
} from '@doorman/contract/admin-settings'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { useCurrentUser } from '../../../lib/session/current-user.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { adminText } from '../admin-text.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { emailSettings } from '../queries.ts'
import { RecipientField } from './recipient-field.tsx'
import { useSwitch } from './use-switch.ts'

type SwitchField = Exclude<keyof EmailSettings, 'newUserNotificationRecipient'>

const kinds: readonly {
  field: SwitchField
  test: TestEmailType
  label: string
  description: string
}[] = [
  {
    field: 'welcomeEmail',
    test: 'welcome',
    label: 'Welcome email',
    description: 'Right after someone signs up.',
  },
  {
    field: 'trialReminder',
    test: 'trialReminder',
    label: 'Trial reminder',
    description: '7, 3 and 0 days before a trial ends.',
  },
  {
    field: 'subscriptionConfirmation',
    test: 'subscriptionConfirmation',
    label: 'Subscription confirmation',
    description: 'When someone subscribes to Pro.',
  },
  {
    field: 'paymentFailed',
    test: 'paymentFailed',
    label: 'Payment failed',
    description: 'When a renewal can’t be charged.',
  },
  {
    field: 'weeklyReport',
    test: 'weeklyReport',
    label: 'Weekly report',
    description: 'Every Monday, to users who want it.',
  },
]

export function EmailsTab() {
  const { email } = useCurrentUser()
  return (
    <Loaded query={useQuery(emailSettings)} what="the email settings">
      {(settings) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Card
            title="Emails to users"
            description={`Switched off, an email isn’t sent to anyone. Tests go to ${email}.`}
          >
            <ul className="-my-4 divide-y divide-border">
              {kinds.map(({ field, test, label, description }) => (
                <li key={field} className="grid gap-x-6 gap-y-3 py-4 sm:grid-cols-[1fr_auto]">
                  <EmailSwitch {...{ field, label, description, settings }} />
                  <TestButton type={test} label={label} />
                </li>
              ))}
            </ul>
          </Card>
          <Card title="New users" description="Hear about everyone who signs up.">
            <div className="grid gap-5">
              <EmailSwitch
                field="newUserNotificationEnabled"
                label="New user notification"
                description="One email for each new user."
                settings={settings}
              />
              <RecipientField stored={settings.newUserNotificationRecipient} />
            </div>
          </Card>
        </div>
      )}
    </Loaded>
  )
}

function EmailSwitch({
  field,
  label,
  description,
  settings,
}: {
  field: SwitchField
  label: string
  description: string
  settings: EmailSettings
}) {
  const isSent = useSwitch({
    stored: settings[field],
    save: (isOn) => call(changeEmailSettings, { [field]: isOn }),
    load: loadEmailSettings,
    failed: adminText.emailSettingsFailed,
  })
  return <Switch label={label} description={description} {...isSent} />
}

function TestButton({ type, label }: { type: TestEmailType; label: string }) {
  const { email } = useCurrentUser()
  const send = useMutation({
    mutationFn: () => call(sendTestEmail, { emailType: type }),
    onSuccess: () => toast.done(adminText.testEmailSent, `Check the inbox of ${email}.`),
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? adminText.testEmailFailed),
  })
  return (
    // The button is 8 px taller than the switch beside it. On phones it is below.
    <div className="sm:-mt-1">
      <Button
        variant="secondary"
        size="small"
        isPending={send.isPending}
        aria-label={`Send test: ${label}`}
        onClick={() => send.mutate()}
      >
        Send test
      </Button>
    </div>
  )
}
