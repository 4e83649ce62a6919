import { listActivity } from '@doorman/contract/activity'
import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import {
  takeFilteredEmailActions,
  listFilteredEmails,
  maxEmailsAtOnce,
} from '@doorman/contract/filtered-emails'
import { productName } from '@doorman/domain/brand'
import type { DecisionId } from '@doorman/domain/ids'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { formatEmails } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { queryClient, refetch } from '../../lib/api/query-client.ts'
import { showActionToast } from '../../lib/lists/action-toast.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { toFirstFinds } from './first-finds.ts'

/** The `expectedState` of each action, so that it never overrides an action taken in another tab. */
const stateBefore = { restore: 'none', undo: 'restored' } as const

/** What the first scan filtered, with buttons to review it or to restore all of it. */
export function FirstFindsBanner({ account, titleId }: { account: Account; titleId: string }) {
  const queryKey = ['first-finds', account.id]
  const [isAsking, setAsking] = useState(false)
  const { data: emails = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(listFilteredEmails, { accountId: account.id, limit: maxEmailsAtOnce }, signal),
    // The user may have restored some of them in the meantime.
    staleTime: 0,
  })
  const takeAction = useMutation({
    mutationFn: ({ ids, action }: { ids: DecisionId[]; action: 'restore' | 'undo' }) =>
      call(takeFilteredEmailActions, { ids, action, expectedState: stateBefore[action] }),
    onSuccess: (outcome, { action }) => {
      const undo = () => takeAction.mutate({ ids: outcome.done, action: 'undo' })
      showActionToast(action, outcome, action === 'restore' ? undo : undefined)
      // The pressed button disappears, so the focus moves to its account.
      document.getElementById(titleId)?.focus()
    },
    onError: (error) => toast.failed(text.actionFailed, toUserMessage(error)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        refetch(listFilteredEmails, loadDashboardStats, loadDashboardChart, listActivity),
      ]),
  })
  const finds = toFirstFinds(emails, account)
  if (finds.length === 0) return null
  return (
    <Banner
      tone="good"
      action={
        <span className="flex gap-2">
          <Button asChild variant="secondary" size="small">
            <Link to={toFilteredEmailsPath(account.id)}>Review</Link>
          </Button>
          <AlertDialog
            title={`Restore ${formatEmails(finds.length)}?`}
            description={`They go back to your inbox as unread, and their senders always get through from now on. To see what ${productName} would do without moving anything, turn on Observe only as well.`}
            isOpen={isAsking}
            onOpenChange={setAsking}
            trigger={
              <Button
                variant="ghost"
                size="small"
                isPending={takeAction.isPending}
                aria-describedby={titleId}
              >
                Undo all
              </Button>
            }
          >
            <ConfirmButtons
              label="Restore all"
              variant="primary"
              onConfirm={() => {
                setAsking(false)
                takeAction.mutate({ ids: finds.map(({ id }) => id), action: 'restore' })
              }}
            />
          </AlertDialog>
        </span>
      }
    >
      {productName} moved {finds.length} of your last {formatEmails(account.syncTotal)} out of your
      inbox.
    </Banner>
  )
}
