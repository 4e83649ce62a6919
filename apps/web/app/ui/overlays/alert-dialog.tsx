import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import { dialogClass } from './dialog.tsx'

/** Asks before something that cannot be undone. Cancel and Escape close it; a click outside does not. */
export function AlertDialog({
  title,
  description,
  isOpen,
  onOpenChange,
  trigger,
  children,
}: {
  title: string
  description: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  trigger?: ReactNode
  children: ReactNode
}) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <Backdrop />
        <RadixDialog.Content
          role="alertdialog"
          aria-modal
          onInteractOutside={(event) => event.preventDefault()}
          className={dialogClass}
        >
          <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
          <RadixDialog.Description className="mt-1 text-sm text-muted-fg">
            {description}
          </RadixDialog.Description>
          <div className="mt-5">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** Closes the dialog around it. */
export const AlertDialogCancel = RadixDialog.Close
