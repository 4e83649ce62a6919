import { Button } from '../basics/button.tsx'
import { AlertDialogCancel } from './alert-dialog.tsx'

/** The answers to an `AlertDialog`. Without `onConfirm`, confirming submits the form around them. */
export function ConfirmButtons({
  label,
  cancelLabel = 'Cancel',
  variant = 'danger',
  isPending = false,
  disabled,
  onConfirm,
}: {
  /** Of the button that confirms. */
  label: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  isPending?: boolean
  disabled?: boolean
  onConfirm?: () => void
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <AlertDialogCancel asChild>
        <Button variant="secondary" disabled={isPending}>
          {cancelLabel}
        </Button>
      </AlertDialogCancel>
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
