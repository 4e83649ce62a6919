import { setAutoReply } from '@doorman/contract/filter-settings'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { text } from '../../lib/text.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { ProBadge } from './pro-badge.tsx'
import { smartResponse } from './queries.ts'
import { ReplyText } from './reply-text.tsx'
import { useSetting } from './use-setting.ts'

export function SmartResponseCard({ isPro }: { isPro: boolean }) {
  const titleId = useId()
  const user = useCurrentUser()
  const { data: response } = useSuspenseQuery(smartResponse)
  const autoReply = useSetting(setAutoReply, user.autoReplyEnabled, text.autoReplyFailed)
  return (
    <Card
      title="Smart Response and Legitimate Contact Override"
      titleId={titleId}
      description="Once you agree, each filtered sender gets one short automatic reply from your own address."
      action={!isPro && <ProBadge />}
    >
      <div className="grid gap-5">
        <p className="text-sm text-muted-fg">
          {isPro ? 'It tells' : 'With Pro, it also tells'} people who know you to reply{' '}
          <strong className="font-medium text-fg">‘{overridePhrase}’</strong>. Their email then goes
          back to your inbox, and they get through from then on.
        </p>
        {isPro ? (
          <Switch
            label="Smart response"
            description={describeSwitch(autoReply.isOn, response.agreedAt !== null)}
            checked={autoReply.isOn}
            onChange={autoReply.set}
          />
        ) : (
          <p className="flex items-start justify-between gap-6 text-sm">
            <span>
              <span className="block font-medium">Smart response</span>
              <span className="text-muted-fg">
                Always on in Free Forever. With Pro you can turn it off and filter silently.
              </span>
            </span>
            {response.agreedAt === null ? (
              <Badge>Waiting for your OK</Badge>
            ) : (
              <Badge tone="good">Always on</Badge>
            )}
          </p>
        )}
        <ReplyText
          response={response}
          isSwitchedOn={autoReply.isOn || !isPro}
          onChanged={() => document.getElementById(titleId)?.focus()}
        />
      </div>
    </Card>
  )
}

function describeSwitch(isOn: boolean, hasAgreed: boolean): string {
  if (!isOn) return 'Off: cold outreach is filtered silently.'
  return hasAgreed
    ? 'Turn it off to filter cold outreach silently.'
    : 'Nothing is sent until you agree to the reply below.'
}
