import { setAutoReply } from '@doorman/contract/filter-settings'
import { overridePhrase } from '@doorman/domain/override-phrase'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCurrentUser } from '../../lib/current-user.ts'
import { text } from '../../lib/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
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
      description="Once you have agreed, a filtered sender gets one short automatic answer from your own address."
      action={!isPro && <ProBadge />}
    >
      <div className="grid gap-5">
        <p className="text-sm text-muted-fg">
          {isPro ? 'It says' : 'With Pro it also says'} that whoever knows you can reply{' '}
          <strong className="font-medium text-fg">‘{overridePhrase}’</strong>. Their message is then
          restored to your inbox, and they are trusted from then on.
        </p>
        {isPro ? (
          <Switch
            label="Smart response"
            description="Switched off, cold outreach is filtered in silence."
            checked={autoReply.isOn}
            onChange={autoReply.set}
          />
        ) : (
          <p className="flex items-start justify-between gap-6 text-sm">
            <span>
              <span className="block font-medium">Smart response</span>
              <span className="text-muted-fg">
                Always on in Free Forever. Pro can switch it off and filter in silence.
              </span>
            </span>
            <Badge tone="good">Always on</Badge>
          </p>
        )}
        <ReplyText
          response={response}
          isWanted={autoReply.isOn || !isPro}
          onChanged={() => document.getElementById(titleId)?.focus()}
        />
      </div>
    </Card>
  )
}
