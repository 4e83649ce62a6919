import { changeReplySwitch, loadReplySwitch } from '@doorman/contract/admin-queue'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { Badge } from '../../../ui/basics/badge.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../../ui/overlays/confirm-buttons.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { replySwitch } from './queue-queries.ts'

const questions = {
  stop: {
    title: 'Stop all smart responses?',
    description:
      'From now on no filtered sender gets a reply, for any user. Filtering goes on as usual. Users aren’t told.',
    confirm: 'Stop smart responses',
  },
  resume: {
    title: 'Resume smart responses?',
    description:
      'Senders who are filtered from now on get a reply again, for users who have agreed to it.',
    confirm: 'Resume smart responses',
  },
} as const

/** The emergency brake: one switch for the smart responses of all users. */
export function RepliesCard() {
  const stored = useQuery(replySwitch)
  /** Whether the replies are to be stopped, while the question is open. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: (areStopped: boolean) => call(changeReplySwitch, { areStopped }),
    onSuccess: (_, areStopped) =>
      toast.done(areStopped ? 'Smart responses stopped' : 'Smart responses resumed'),
    onError: (error) =>
      toast.failed(
        text.somethingWrong.title,
        toUserMessage(error) ?? 'Failed to change smart responses.',
      ),
    onSettled: async () => {
      await refetch(loadReplySwitch)
      setWanted(null)
    },
  })
  const question = wanted === false ? questions.resume : questions.stop
  return (
    <Card
      title="Smart responses"
      action={stored.data?.areStopped && <Badge tone="attention">Stopped</Badge>}
    >
      <Loaded query={stored} what="the switch">
        {({ areStopped }) => (
          <Switch
            label="Send smart responses"
            description={
              areStopped
                ? 'Off for everyone: no sender gets a smart response.'
                : 'Filtered senders get one reply if the user has agreed to it.'
            }
            checked={!areStopped}
            onChange={(areSent) => setWanted(!areSent)}
          />
        )}
      </Loaded>
      <AlertDialog
        title={question.title}
        description={question.description}
        isOpen={wanted !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen && !change.isPending) setWanted(null)
        }}
      >
        <ConfirmButtons
          label={question.confirm}
          variant={wanted ? 'danger' : 'primary'}
          isPending={change.isPending}
          onConfirm={() => wanted !== null && change.mutate(wanted)}
        />
      </AlertDialog>
    </Card>
  )
}
