import { listActivity } from '@doorman/contract/activity'
import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import {
  actOnFilteredEmails,
  listFilteredEmails,
  mostEmailsAtOnce,
} from '@doorman/contract/filtered-emails'
import { productName } from '@doorman/domain/brand'
import type { DecisionId } from '@doorman/domain/ids'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Account } from '../../lib/accounts.ts'
import { call, toUserMessage } from '../../lib/api.ts'
import { formatEmails } from '../../lib/format.ts'
import { toFilteredMailOf } from '../../lib/mail-filters.ts'
import { queryClient, refetch } from '../../lib/query-client.ts'
import { tellAct } from '../../lib/tell-act.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { AlertDialog, AlertDialogCancel } from '../../ui/alert-dialog.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toFirstFinds } from './first-finds.ts'

/** What is said of them when either is chosen: a word from another tab, or by hand, is not overruled. */
const seenBefore = { restore: 'none', undo: 'restored' } as const

/** What the first scan took out of the inbox: to be looked at, or taken back whole. */
export function FirstFindsBanner({ account, titleId }: { account: Account; titleId: string }) {
  const queryKey = ['first-finds', account.id]
  const [isAsking, setAsking] = useState(false)
  const { data: emails = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(listFilteredEmails, { accountId: account.id, limit: mostEmailsAtOnce }, signal),
    // Some may have been put back one by one since.
    staleTime: 0,
  })
  const act = useMutation({
    mutationFn: ({ ids, action }: { ids: DecisionId[]; action: 'restore' | 'undo' }) =>
      call(actOnFilteredEmails, { ids, action, seen: seenBefore[action] }),
    onSuccess: (outcome, { action }) => {
      const takeBack = () => act.mutate({ ids: outcome.done, action: 'undo' })
      tellAct(action, outcome, action === 'restore' ? takeBack : undefined)
      // The button is gone, and the focus stays with its account.
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
            <Link to={toFilteredMailOf(account.id)}>Review them</Link>
          </Button>
          <AlertDialog
            title={`Put ${formatEmails(finds.length)} back?`}
            description={`They return to your inbox, unread, and their senders are trusted from then on. To see what ${productName} would do while it moves nothing, choose Observe only as well.`}
            isOpen={isAsking}
            onOpenChange={setAsking}
            trigger={
              <Button
                variant="ghost"
                size="small"
                isPending={act.isPending}
                aria-describedby={titleId}
              >
                Undo all
              </Button>
            }
          >
            <div className="flex flex-wrap justify-end gap-3">
              <AlertDialogCancel asChild>
                <Button variant="secondary">Cancel</Button>
              </AlertDialogCancel>
              <Button
                onClick={() => {
                  setAsking(false)
                  act.mutate({ ids: finds.map(({ id }) => id), action: 'restore' })
                }}
              >
                Put them back
              </Button>
            </div>
          </AlertDialog>
        </span>
      }
    >
      {productName} moved {finds.length} of your last {formatEmails(account.syncTotal)} out of the
      inbox.
    </Banner>
  )
}
