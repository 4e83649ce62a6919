import { providers } from '@doorman/domain/mailbox'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/button.tsx'
import { providerInfo } from './provider-info.ts'
import type { Connection } from './use-connection.ts'

export function ConnectButtons({ connection }: { connection: Connection }) {
  const { pending, begin } = connection
  return (
    <div className="flex grow flex-wrap gap-3 sm:grow-0">
      {providers.map((provider) => {
        const { icon: Icon } = providerInfo[provider]
        const isPending = pending?.provider === provider && !pending.accountId
        return (
          <span key={provider} className="grid grow">
            <Button
              variant="secondary"
              isPending={isPending}
              disabled={pending !== null}
              onClick={({ currentTarget }) => begin({ provider, opener: currentTarget })}
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
