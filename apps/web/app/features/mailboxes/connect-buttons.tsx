import { mailProviders } from '@doorman/domain/mail/mailbox'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { providerInfo } from './provider-info.ts'
import type { Connection } from './use-connection.ts'

export function ConnectButtons({ connection }: { connection: Connection }) {
  const { pending, start } = connection
  return (
    <div className="flex grow flex-wrap gap-3 sm:grow-0">
      {mailProviders.map((provider) => {
        const { icon: Icon } = providerInfo[provider]
        const isPending = pending?.provider === provider && !pending.accountId
        return (
          <span key={provider} className="grid grow">
            <Button
              variant="secondary"
              isPending={isPending}
              disabled={pending !== null}
              onClick={({ currentTarget }) => start({ provider, opener: currentTarget })}
            >
              {!isPending && <Icon />}
              {text.connect[provider]}
            </Button>
          </span>
        )
      })}
    </div>
  )
}

/** Instead of the buttons, while an admin views the app as the user. */
export function ConnectNotice() {
  return <Banner tone="info">You’re viewing as this user. Only they can connect a mailbox.</Banner>
}
