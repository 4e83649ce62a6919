import { listActivity } from '@doorman/contract/activity'
import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import {
  actOnFilteredEmail,
  actOnFilteredEmails,
  listFilteredEmails,
  mostEmailsAtOnce,
  undoFilteredEmailAction,
  type FilteredEmail,
} from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api.ts'
import { queryClient, refetch } from '../../lib/query-client.ts'
import { tellAct } from '../../lib/tell-act.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import {
  toBatches,
  toChanged,
  toReversal,
  toSeen,
  withAct,
  type Act,
  type Batch,
  type Wish,
} from './acts.ts'
import { changeFilteredEmails } from './filtered-emails.ts'

const mutationKey = ['act-on-filtered-emails']
type Outcome = { readonly done: readonly DecisionId[]; readonly failed: readonly DecisionId[] }

/** What people do with emails. `wishes` are under way: until the server has answered they count as done. */
export function useActs() {
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: carryOut,
    onSuccess: ({ done, failed }, wish) => {
      changeFilteredEmails(done, (email) => withAct(email, wish.act))
      const changed = wish.emails.filter(({ id }) => done.includes(id))
      tellAct(wish.act, { done: changed, failed }, () => {
        for (const reversal of toReversal({ ...wish, emails: changed })) mutate(reversal)
      })
    },
    onError: (error) => toast.failed(text.actionFailed, toUserMessage(error)),
    onSettled: () => {
      // Not waited for: the answer is known, and the row is free again.
      void refetch(listFilteredEmails, loadDashboardStats, loadDashboardChart, listActivity)
    },
  })
  const wishes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // Safe: only the mutation above has this key.
    select: ({ state }) => state.variables as Wish,
  })

  return {
    wishes,
    act(act: Act, emails: readonly FilteredEmail[]) {
      const free = toChanged(emails, act).filter(({ id }) => !isUnderWay(id))
      if (free.length > 0) mutate({ act, emails: free })
    },
  }
}

/** Asked of the client itself, since a second click may come before the button rests. */
function isUnderWay(id: DecisionId): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .some(({ state }) => (state.variables as Wish).emails.some((email) => email.id === id))
}

async function carryOut({ act, emails }: Wish): Promise<Outcome> {
  const [email] = emails
  if (!email || emails.length > 1) return carryOutMany(act, toBatches(emails, mostEmailsAtOnce))
  const { id } = email
  if (act === 'undo') await call(undoFilteredEmailAction, { id, seen: toSeen(email) })
  else await call(actOnFilteredEmail, { id, action: act, seen: toSeen(email) })
  return { done: [id], failed: [] }
}

/** What came after a failed call was not tried. */
async function carryOutMany(action: Act, [batch, ...rest]: readonly Batch[]): Promise<Outcome> {
  if (!batch) return { done: [], failed: [] }
  const first = await call(actOnFilteredEmails, { ...batch, action })
  try {
    const others = await carryOutMany(action, rest)
    return {
      done: [...first.done, ...others.done],
      failed: [...first.failed, ...others.failed],
    }
  } catch {
    // Half a success is one: the first batch is done, and can be taken back.
    return { done: first.done, failed: [...first.failed, ...rest.flatMap(({ ids }) => ids)] }
  }
}
