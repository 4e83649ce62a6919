import { text } from '../../lib/text.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'

/** Shown until the page's data or code is loaded. */
export function Pending() {
  return (
    <div className="grid justify-items-center py-24">
      <Spinner label={text.loadingPage} />
    </div>
  )
}
