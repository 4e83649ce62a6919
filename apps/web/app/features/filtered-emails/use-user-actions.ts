import { listActivity } from '@doorman/contract/activity'
import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import {
  listFilteredEmails,
  maxEmailsAtOnce,
  takeFilteredEmailAction,
  takeFilteredEmailActions,
  undoFilteredEmailAction,
  type FilteredEmail,
} from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { queryClient, refetch } from '../../lib/api/query-client.ts'
import { showActionToast } from '../../lib/lists/action-toast.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { changeFilteredEmails } from './filtered-emails.ts'
import {
  findAffected,
  toBatches,
  toReversal,
  toActionState,
  withAction,
  type Batch,
  type PendingAction,
} from './pending-actions.ts'

const mutationKey = ['filtered-email-action']
type Outcome = { readonly done: readonly DecisionId[]; readonly failed: readonly DecisionId[] }

/** The API's words for the user's actions. */
const apiActions = { restore: 'restore', 'report-spam': 'spam', undo: 'undo' } as const

/** The user's actions on emails. The list shows `pending` ones as done until the server has replied. */
export function useUserActions() {
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: sendAction,
    onSuccess: ({ done, failed }, { action, emails }) => {
      changeFilteredEmails(done, (email) => withAction(email, action))
      const changed = emails.filter(({ id }) => done.includes(id))
      showActionToast(action, { done: changed, failed }, () => {
        for (const reversal of toReversal({ action, emails: changed })) mutate(reversal)
      })
    },
    onError: (error) => toast.failed(text.actionFailed, toUserMessage(error)),
    onSettled: () => {
      // Not awaited: the outcome is known, so the row can be used again.
      void refetch(listFilteredEmails, loadDashboardStats, loadDashboardChart, listActivity)
    },
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // Safe: only the mutation above has this key.
    select: ({ state }) => state.variables as PendingAction,
  })

  return {
    pending,
    take(action: UserAction, emails: readonly FilteredEmail[]) {
      const idle = findAffected(emails, action).filter(({ id }) => !isPending(id))
      if (idle.length > 0) mutate({ action, emails: idle })
    },
  }
}

/** Reads the mutation cache, because a second click can come before React has disabled the button. */
function isPending(id: DecisionId): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .some(({ state }) => (state.variables as PendingAction).emails.some((email) => email.id === id))
}

async function sendAction({ action, emails }: PendingAction): Promise<Outcome> {
  const [email] = emails
  if (!email || emails.length > 1) return sendBatches(action, toBatches(emails, maxEmailsAtOnce))
  const { id } = email
  const expectedState = toActionState(email)
  if (action === 'undo') await call(undoFilteredEmailAction, { id, expectedState })
  else await call(takeFilteredEmailAction, { id, action: apiActions[action], expectedState })
  return { done: [id], failed: [] }
}

/** One call after the other. Batches after a failed call are not sent. */
async function sendBatches(
  action: UserAction,
  [batch, ...rest]: readonly Batch[],
): Promise<Outcome> {
  if (!batch) return { done: [], failed: [] }
  const first = await call(takeFilteredEmailActions, { ...batch, action: apiActions[action] })
  try {
    const others = await sendBatches(action, rest)
    return {
      done: [...first.done, ...others.done],
      failed: [...first.failed, ...others.failed],
    }
  } catch {
    // A partial success is reported as one: the first batch is done and can be undone.
    return { done: first.done, failed: [...first.failed, ...rest.flatMap(({ ids }) => ids)] }
  }
}
