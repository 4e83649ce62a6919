import { productName } from '@doorman/domain/brand'
import { useState } from 'react'
import { formatEmails } from '../../lib/format.ts'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'

/** Asks before everything that a first scan has moved goes back to the inbox. */
export function UndoDialog({
  count,
  isObserveOnly,
  isOpen,
  onOpenChange,
  onConfirm,
}: {
  count: number
  isObserveOnly: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onConfirm: (isObserving: boolean) => void
}) {
  const [isObserving, setObserving] = useState(isObserveOnly)
  return (
    <AlertDialog
      title={`Put ${formatEmails(count)} back?`}
      description={`They return to your inbox as unread. Their senders aren’t trusted, so ${productName} judges their next email as before.`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className="grid gap-6">
        {!isObserveOnly && (
          <CheckField
            label="Only observe from now on"
            note={`${productName} shows what it would move and moves nothing.`}
            checked={isObserving}
            onChange={setObserving}
          />
        )}
        <ConfirmButtons
          label="Put back"
          variant="primary"
          onConfirm={() => onConfirm(isObserving && !isObserveOnly)}
        />
      </div>
    </AlertDialog>
  )
}
