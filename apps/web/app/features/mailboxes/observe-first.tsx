import { productName } from '@doorman/domain/brand'
import { CheckField } from '../../ui/forms/check-field.tsx'
import type { Connection } from './use-connection.ts'

/** The first scan starts right after connecting, so observe-only must be chosen before. */
export function ObserveFirst({
  connection: { pending, isObserveOnly, setObserveOnly },
  isBrief = false,
}: {
  connection: Connection
  /** Without the explanation, where the page gives it elsewhere. */
  isBrief?: boolean
}) {
  return (
    <CheckField
      label="Observe only at first"
      note={
        isBrief
          ? undefined
          : `${productName} shows what it would move, but moves nothing until you say so.`
      }
      checked={isObserveOnly}
      disabled={pending !== null}
      onChange={setObserveOnly}
    />
  )
}
