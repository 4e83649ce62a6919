import { productName } from '@doorman/domain/brand'
import { useId } from 'react'
import type { Connection } from './use-connection.ts'

/** The first scan starts right after connecting, so observe-only must be chosen before. */
export function ObserveFirst({
  connection: { pending, isObserveOnly, setObserveOnly },
}: {
  connection: Connection
}) {
  const id = useId()
  return (
    <label className="flex cursor-pointer items-start gap-3 text-start text-sm">
      <input
        type="checkbox"
        checked={isObserveOnly}
        disabled={pending !== null}
        onChange={({ target }) => setObserveOnly(target.checked)}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-primary"
      />
      <span>
        <span id={`${id}-label`} className="block font-medium">
          Observe only at first
        </span>
        <span id={`${id}-note`} className="block text-pretty text-muted-fg">
          {productName} shows what it would move, but moves nothing until you say so.
        </span>
      </span>
    </label>
  )
}
