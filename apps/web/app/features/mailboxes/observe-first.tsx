import { productName } from '@doorman/domain/brand'
import { useId } from 'react'
import type { Connection } from './use-connection.ts'

/** The first scan begins at once, so whoever wants to look on first says so before they connect. */
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
          {productName} shows what it would move, and moves nothing until you say so.
        </span>
      </span>
    </label>
  )
}
