import {
  maxEmailsAtOnce,
  takeFilteredEmailAction,
  takeFilteredEmailActions,
  undoFilteredEmailAction,
  type FilteredEmail,
} from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { call } from '../../lib/api/call.ts'
import {
  toActionState,
  toBatches,
  toSteps,
  withAction,
  type Batch,
  type PendingAction,
} from './pending-actions.ts'

type Outcome = { readonly done: readonly DecisionId[]; readonly failed: readonly DecisionId[] }

/** The API's words for the user's actions. */
const apiActions = {
  restore: 'restore',
  'report-spam': 'spam',
  'set-aside': 'move',
  'put-back': 'put-back',
  undo: 'undo',
} as const

/** Sends an action to the server. Where an email needs two steps, `undo` is sent first. */
export async function sendAction({ action, emails }: PendingAction): Promise<Outcome> {
  const needsUndo = (email: FilteredEmail) => toSteps(email, action).length > 1
  const inTwoSteps = emails.filter(needsUndo)
  if (inTwoSteps.length > 0) await send('undo', inTwoSteps)
  return send(
    action,
    emails.map((email) => (needsUndo(email) ? withAction(email, 'undo') : email)),
  )
}

async function send(action: UserAction, emails: readonly FilteredEmail[]): Promise<Outcome> {
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
