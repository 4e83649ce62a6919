import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toUserMessage } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'
import { showActionToast } from '../../lib/lists/action-toast.ts'
import { refetchAffected } from '../../lib/live-updates/refetch-updates.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { changeFilteredEmails } from './filtered-emails.ts'
import { findAffected, toReversal, withAction, type PendingAction } from './pending-actions.ts'
import { sendAction } from './send-action.ts'
import { undoStack } from './undo-stack.ts'

const mutationKey = ['filtered-email-action']
type Taken = PendingAction & { readonly isReversal?: true }

/** The user's actions on emails. The list shows `pending` ones as done until the server has replied. */
export function useUserActions() {
  useEffect(() => undoStack.clear, [])
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: sendAction,
    onSuccess: ({ done, failed }, { action, emails, isReversal }: Taken) => {
      changeFilteredEmails(done, (email) => withAction(email, action))
      const changed = emails.filter(({ id }) => done.includes(id))
      const reversal = toReversal({ action, emails: changed })
      const undo = () => reverse(reversal)
      if (!isReversal && changed.length > 0) undoStack.push(undo)
      showActionToast(toDoneText(action, changed), { done: changed, failed }, () => {
        undoStack.remove(undo)
        undo()
      })
    },
    onError: (error, variables) =>
      toast.failed(
        text.actionFailed,
        toUserMessage(error),
        toRetry(error, () => mutate(variables)),
      ),
    onSettled: () => {
      // Not awaited: the outcome is known, so the row can be used again.
      refetchAffected(queryClient, ['emails'])
    },
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // Safe: only the mutation above has this key.
    select: ({ state }) => state.variables as PendingAction,
  })

  function reverse(reversal: readonly PendingAction[]): DecisionId | null {
    for (const step of reversal) mutate({ ...step, isReversal: true })
    return reversal[0]?.emails[0]?.id ?? null
  }

  return {
    pending,
    take(action: UserAction, emails: readonly FilteredEmail[]) {
      const idle = findAffected(emails, action).filter(({ id }) => !isPending(id))
      if (idle.length > 0) mutate({ action, emails: idle })
    },
  }
}

/** Keeping an observed email is a restore that moves nothing, so the toast has other words for it. */
function toDoneText(action: UserAction, emails: readonly FilteredEmail[]) {
  const isObserved = emails.length > 0 && emails.every((email) => email.isObserved)
  if (!isObserved) return action
  if (action === 'restore') return 'keep'
  return action === 'undo' ? 'undo-keep' : action
}

/** Reads the mutation cache, because a second click can come before React has disabled the button. */
function isPending(id: DecisionId): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .some(({ state }) => (state.variables as PendingAction).emails.some((email) => email.id === id))
}
