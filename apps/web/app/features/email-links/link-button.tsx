import { flushSync } from 'react-dom'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { findFault } from './check-link.ts'

/** The one button that makes a link in an email take effect. */
export function LinkButton<Answer>({
  label,
  act,
  failed,
  onDone,
  onFault,
}: {
  label: string
  act: () => Promise<Answer>
  /** Shown if the server cannot be reached. */
  failed: string
  onDone: (answer: Answer) => void
  onFault: (fault: string) => void
}) {
  const { isPending, onSubmit } = useSubmit(async () => {
    try {
      const answer = await act()
      show(() => onDone(answer))
    } catch (error) {
      const fault = findFault(error)
      if (fault === null) toast.failed(text.somethingWrong.title, failed)
      else show(() => onFault(fault))
    }
  })
  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-3">
      <SubmitButton isPending={isPending}>{label}</SubmitButton>
    </form>
  )
}

/** The button disappears. The heading, which says what happened, takes the focus and is read out. */
function show(outcome: () => void): void {
  flushSync(outcome)
  document.querySelector('h1')?.focus()
}
