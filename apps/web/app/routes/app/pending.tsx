import { text } from '../../lib/text.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'

/** In place of a page that waits for its data. */
export function Pending() {
  return (
    <div className="grid justify-items-center py-24">
      <Spinner label={text.checkingSignIn} />
    </div>
  )
}
