import { forgetSender, listSenders, type KnownSender } from '@doorman/contract/filter-settings'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { call, toUserMessage } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { refetch } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** Gone at once when it is removed, and back if the server could not. */
export function KnownSenderRow({
  sender: { address, standing, settledAt },
  onForget,
}: {
  sender: KnownSender
  /** The button that had the focus is gone. */
  onForget: () => void
}) {
  const forget = useMutation({
    mutationFn: () => call(forgetSender, { address }),
    onMutate: onForget,
    onSuccess: () => toast.done(text.senderForgotten),
    onError: (error) => toast.failed(text.senderForgetFailed, toUserMessage(error)),
    onSettled: () => refetch(listSenders),
  })
  if (forget.isPending) return null
  return (
    <li className="flex min-h-14 items-center gap-3 py-1 text-sm">
      <span className="grid min-w-0 grow">
        <span className="truncate" title={address}>
          {address}
        </span>
        <span className="text-xs text-muted-fg">since {formatDay(settledAt)}</span>
      </span>
      {standing === 'trusted' ? <Badge tone="good">Trusted</Badge> : <Badge>Blocked</Badge>}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove ${address}`}
        onClick={() => forget.mutate()}
      >
        <X aria-hidden />
      </Button>
    </li>
  )
}
