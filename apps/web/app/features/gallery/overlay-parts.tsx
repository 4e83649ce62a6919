import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Dropdown, DropdownItem, DropdownLine, DropdownNote } from '../../ui/overlays/dropdown.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { Specimen } from './specimen.tsx'

export function OverlayParts() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'sheet' | null>(null)
  const bind = (name: 'dialog' | 'alert' | 'sheet') => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  })
  return (
    <Specimen name="Overlays">
      <div className="flex flex-wrap gap-3">
        <Dialog
          title="Dialog"
          description="Something to see before you continue."
          trigger={<Button variant="secondary">Dialog</Button>}
          {...bind('dialog')}
        >
          <p className="text-sm">A click outside closes it.</p>
        </Dialog>
        <AlertDialog
          title="Alert dialog"
          description="This cannot be undone."
          trigger={<Button variant="secondary">Alert dialog</Button>}
          {...bind('alert')}
        >
          <ConfirmButtons label="Continue" onConfirm={() => setOpen(null)} />
        </AlertDialog>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Sheet title="Sheet" {...bind('sheet')}>
          <p className="p-6 text-sm">A panel from the side.</p>
        </Sheet>
        <Dropdown trigger={<Button variant="secondary">Dropdown</Button>}>
          <DropdownNote>sam@example.com</DropdownNote>
          <DropdownLine />
          <DropdownItem>First</DropdownItem>
          <DropdownItem disabled>Disabled</DropdownItem>
        </Dropdown>
        <Tooltip label="Opens after 700 ms">
          <Button variant="secondary">Tooltip</Button>
        </Tooltip>
        <Button
          variant="secondary"
          onClick={() => toast.done('Action completed', 'Email restored to inbox.')}
        >
          Toast
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.failed('Error', 'Failed to perform action. Please try again.')}
        >
          Failure toast
        </Button>
      </div>
    </Specimen>
  )
}
