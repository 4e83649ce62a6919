import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import { dialogClass } from './dialog.tsx'

/** Asks before something that cannot be undone. It closes by Cancel and Escape, not by a stray click. */
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
  trigger: ReactNode
  children: ReactNode
}) {
  return (
    <RadixAlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixAlertDialog.Trigger asChild>{trigger}</RadixAlertDialog.Trigger>
      <RadixAlertDialog.Portal>
        <Backdrop />
        <RadixAlertDialog.Content aria-modal className={dialogClass}>
          <RadixAlertDialog.Title className="text-lg font-semibold">{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-1 text-sm text-muted-fg">
            {description}
          </RadixAlertDialog.Description>
          <div className="mt-5">{children}</div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  )
}

/** Closes the dialog it stands in without doing anything. */
export const AlertDialogCancel = RadixAlertDialog.Cancel
