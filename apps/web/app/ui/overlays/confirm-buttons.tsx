import { use } from 'react'
import { Button } from '../basics/button.tsx'
import { CloseDialog } from './close-dialog.ts'

/** The answers to an `AlertDialog`. Without `onConfirm`, confirming submits the form around them. */
export function ConfirmButtons({
  label,
  cancelLabel = 'Cancel',
  variant = 'danger',
  isPending = false,
  disabled,
  onConfirm,
}: {
  /** The label of the button that confirms. */
  label: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  isPending?: boolean
  disabled?: boolean
  onConfirm?: () => void
}) {
  const close = use(CloseDialog)
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" disabled={isPending} onClick={close}>
        {cancelLabel}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        variant={variant}
        isPending={isPending}
        disabled={disabled}
        onClick={onConfirm}
      >
        {label}
      </Button>
    </div>
  )
}
