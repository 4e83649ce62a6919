import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export type SheetPanelProps = {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export function SheetPanel({ title, isOpen, onOpenChange, children }: SheetPanelProps) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Content
          aria-modal
          aria-describedby={undefined}
          {...focusReturn}
          className="sliding-in fixed inset-y-0 start-0 z-40 w-[18rem] max-w-[85vw] border-e border-border bg-card"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
          <Dialog.Close
            aria-label="Close"
            className="absolute end-2 top-1.5 grid size-11 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg"
          >
            <X aria-hidden className="size-4" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
