import { formatEmails } from './format.ts'
import { text } from './text.ts'
import { toast } from './toast.ts'

/** Says how an act on emails went, and offers the way back where something was done. */
export function tellAct(
  act: keyof typeof text.afterAct,
  { done, failed }: { done: readonly unknown[]; failed: readonly unknown[] },
  takeBack?: () => void,
): void {
  const told = text.afterAct[act]
  const description = done.length === 1 ? told.one : told.many(formatEmails(done.length))
  const undo = takeBack && { ...text.undo, choose: takeBack }
  if (failed.length === 0) toast.done(text.actionCompleted, description, undo)
  else if (done.length === 0) toast.failed(text.actionFailed)
  else toast.failed(text.someActionsFailed(formatEmails(failed.length)), description, undo)
}
