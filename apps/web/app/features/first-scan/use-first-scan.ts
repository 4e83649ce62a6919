import { setObserveOnly } from '@doorman/contract/filter-settings'
import { maxEmailsAtOnce, takeFilteredEmailActions } from '@doorman/contract/filtered-emails'
import { dismissFirstScan, undoFirstScan, type FirstScan } from '@doorman/contract/first-scans'
import type { DecisionId } from '@doorman/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { queryClient, refetchEverything } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'
import { formatEmails } from '../../lib/format.ts'
import { useMoveObserved } from '../../lib/mailboxes/use-move-observed.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { firstScans } from './queries.ts'

/** What the user can do with the result of a first scan. */
export function useFirstScan({ accountId }: FirstScan) {
  const hide = () =>
    queryClient.setQueryData(firstScans.queryKey, (scans) =>
      scans?.filter((scan) => scan.accountId !== accountId),
    )
  const dismiss = useMutation({
    mutationFn: () => call(dismissFirstScan, { accountId }),
    onSuccess: () => {
      hide()
      // The pressed button disappears.
      document.querySelector('h1')?.focus()
    },
    onError: (error) =>
      toast.failed(
        'We couldn’t dismiss this.',
        toUserMessage(error),
        toRetry(error, () => dismiss.mutate()),
      ),
  })
  const setAsideAgain = useMutation({
    mutationFn: async ({ ids, isObserving }: { ids: DecisionId[]; isObserving: boolean }) => {
      let count = 0
      for (let start = 0; start < ids.length; start += maxEmailsAtOnce) {
        const { done } = await call(takeFilteredEmailActions, {
          ids: ids.slice(start, start + maxEmailsAtOnce),
          action: 'undo',
          // The server skips an email on which another tab has acted since.
          expectedState: 'returned',
        })
        count += done.length
      }
      // The undo of the first scan switched observe-only on.
      if (isObserving) await call(setObserveOnly, { id: accountId, enabled: false })
      return count
    },
    onSuccess: (count) =>
      toast.done(text.actionCompleted, `${formatEmails(count)} set aside again.`),
    onError: (error, variables) =>
      toast.failed(
        text.actionFailed,
        toUserMessage(error),
        toRetry(error, () => setAsideAgain.mutate(variables)),
      ),
    onSettled: refetchEverything,
  })
  const undo = useMutation({
    mutationFn: async (isObserving: boolean) => {
      const { ids } = await call(undoFirstScan, { accountId, observeOnly: isObserving })
      // There is nothing left to summarise. If this fails, the summary is shown once more.
      await call(dismissFirstScan, { accountId }).catch(() => {})
      return ids
    },
    onSuccess: (ids, isObserving) => {
      hide()
      document.querySelector('h1')?.focus()
      toast.done(
        text.actionCompleted,
        `${formatEmails(ids.length)} put back in your inbox.`,
        ids.length > 0
          ? { ...text.undo, onChoose: () => setAsideAgain.mutate({ ids, isObserving }) }
          : undefined,
      )
    },
    onError: (error, isObserving) =>
      toast.failed(
        text.actionFailed,
        toUserMessage(error),
        toRetry(error, () => undo.mutate(isObserving)),
      ),
    onSettled: refetchEverything,
  })
  const move = useMoveObserved(accountId)
  const filterNew = useMutation({
    mutationFn: () => call(setObserveOnly, { id: accountId, enabled: false }),
    onSuccess: () => toast.done(text.settingsSaved, 'From now on, cold emails leave your inbox.'),
    onError: (error) =>
      toast.failed(
        text.observeOnlyFailed,
        toUserMessage(error),
        toRetry(error, () => filterNew.mutate()),
      ),
    onSettled: refetchEverything,
  })
  return { dismiss, undo, move, filterNew }
}
