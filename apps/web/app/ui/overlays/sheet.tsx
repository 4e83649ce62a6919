import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'

/** A panel that slides in from the side, such as the sidebar on a phone. */
export function Sheet({
  title,
  isOpen,
  onOpenChange,
  children,
}: {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Backdrop />
        <RadixDialog.Content
          aria-modal
          aria-describedby={undefined}
          className="sliding-in fixed inset-y-0 start-0 z-40 w-[18rem] max-w-[85vw] border-e border-border bg-card"
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {children}
          <RadixDialog.Close
            aria-label="Close"
            className="absolute end-2 top-1.5 grid size-11 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg"
          >
            <X aria-hidden className="size-4" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
