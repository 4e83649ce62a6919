import { Slot } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { CloseDialog } from './close-dialog.ts'
import type { DialogPanelProps } from './parts/dialog-panel.tsx'
import { useParts } from './use-parts.ts'

/** A modal dialog. */
export function Dialog({ trigger, ...panel }: DialogPanelProps & { trigger?: ReactNode }) {
  const { isOpen, onOpenChange, opener, children } = panel
  const [button, setButton] = useState<HTMLElement | null>(null)
  const parts = useParts(isOpen)
  return (
    <>
      {trigger && (
        <Slot.Root
          ref={setButton}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => onOpenChange(true)}
        >
          {trigger}
        </Slot.Root>
      )}
      {parts && (
        <parts.DialogPanel {...panel} opener={opener ?? button ?? undefined}>
          <CloseDialog value={() => onOpenChange(false)}>{children}</CloseDialog>
        </parts.DialogPanel>
      )}
    </>
  )
}
