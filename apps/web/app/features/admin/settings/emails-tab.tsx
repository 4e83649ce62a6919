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
import { Banner } from '../../../ui/feedback/banner.tsx'
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
    description: 'Once the address is confirmed.',
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
    description: 'Mondays, to users who want it.',
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
              <NewUserSwitch settings={settings} />
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
  const isSent = useEmailSwitch(field, settings)
  return <Switch label={label} description={description} {...isSent} />
}

function NewUserSwitch({ settings }: { settings: EmailSettings }) {
  const isSent = useEmailSwitch('newUserNotificationEnabled', settings)
  return (
    <div className="grid gap-3">
      <Switch
        label="New user notification"
        description="One email for each new user."
        {...isSent}
      />
      {isSent.checked && settings.newUserNotificationRecipient === '' && (
        <div role="status">
          <Banner tone="attention">There’s no recipient yet, so nothing is sent.</Banner>
        </div>
      )}
    </div>
  )
}

function useEmailSwitch(field: SwitchField, settings: EmailSettings) {
  return useSwitch({
    stored: settings[field],
    save: (isOn) => call(changeEmailSettings, { [field]: isOn }),
    load: loadEmailSettings,
    failed: adminText.emailSettingsFailed,
  })
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
    // From 768 px on the button is 12 px taller than the switch beside it, below that 20 px. On
    // phones it is below the switch.
    <div className="sm:-mt-2.5 md:-mt-1.5">
      <Button
        variant="secondary"
        isPending={send.isPending}
        aria-label={`Send test: ${label}`}
        onClick={() => send.mutate()}
      >
        Send test
      </Button>
    </div>
  )
}
