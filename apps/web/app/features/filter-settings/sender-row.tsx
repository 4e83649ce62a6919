import { forgetSender, listSenders, type SenderEntry } from '@doorman/contract/filter-settings'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { formatDay } from '../../lib/format.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { toSubject } from '../../lib/lists/sender.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'

/** A trusted or blocked sender. Disappears at once when removed, and reappears if the request fails. */
export function SenderRow({
  sender: { address, reputation, setAt, source },
  onRemove,
}: {
  sender: SenderEntry
  /** Called when the row disappears, and with it the focused button. */
  onRemove: () => void
}) {
  const remove = useMutation({
    mutationFn: () => call(forgetSender, { address }),
    onMutate: onRemove,
    onSuccess: () => toast.done(text.senderRemoved),
    onError: (error) => toast.failed(text.senderRemoveFailed, toUserMessage(error)),
    onSettled: () => refetch(listSenders),
  })
  if (remove.isPending) return null
  return (
    <li className="flex min-h-14 items-center gap-3 py-1 text-sm">
      <span className="grid min-w-0 grow">
        <span className="truncate" title={address}>
          {address}
        </span>
        <span className="text-xs text-muted-fg">
          {source === null ? (
            <>Since {formatDay(setAt)}</>
          ) : (
            <>
              {toReason(reputation, source.by)} “<bdi>{toSubject(source.subject)}</bdi>” on{' '}
              {formatDay(setAt)}
            </>
          )}
        </span>
      </span>
      {reputation === 'trusted' ? <Badge tone="good">Trusted</Badge> : <Badge>Blocked</Badge>}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove ${address}`}
        onClick={() => remove.mutate()}
      >
        <X aria-hidden />
      </Button>
    </li>
  )
}

/** What happened, up to the subject of the email. */
function toReason(
  reputation: SenderEntry['reputation'],
  by: NonNullable<SenderEntry['source']>['by'],
): string {
  if (reputation === 'blocked') return 'You marked as spam:'
  return by === 'sender' ? 'Replied “We’ve met before” after' : 'You restored'
}
