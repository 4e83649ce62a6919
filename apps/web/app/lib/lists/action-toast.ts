import { formatEmails } from '../format.ts'
import { text } from '../text.ts'
import { toast } from '../toast.ts'

/** Shows the outcome of an action on emails, with an Undo button if any email was changed. */
export function showActionToast(
  action: keyof typeof text.actionDone,
  { done, failed }: { done: readonly unknown[]; failed: readonly unknown[] },
  undoAction?: () => void,
): void {
  const { one, many } = text.actionDone[action]
  const description = done.length === 1 ? one : many(formatEmails(done.length))
  const undo = undoAction && { ...text.undo, onChoose: undoAction }
  if (failed.length === 0) toast.done(text.actionCompleted, description, undo)
  else if (done.length === 0) toast.failed(text.actionFailed)
  else toast.failed(text.someActionsFailed(formatEmails(failed.length)), description, undo)
}
