import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'

/** A modal dialog. */
export function Dialog({
  title,
  description,
  isOpen,
  onOpenChange,
  trigger,
  opener,
  children,
}: {
  title: string
  description: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  trigger?: ReactNode
  /** The element that gets the focus on closing, if there is no trigger. */
  opener?: HTMLElement
  children: ReactNode
}) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <Backdrop />
        <RadixDialog.Content
          aria-modal
          onCloseAutoFocus={(event) => {
            if (!opener) return
            event.preventDefault()
            opener.focus()
          }}
          className={dialogClass}
        >
          <RadixDialog.Title className="pe-8 text-lg font-semibold">{title}</RadixDialog.Title>
          <RadixDialog.Description className="mt-1 text-sm text-muted-fg">
            {description}
          </RadixDialog.Description>
          <div className="mt-5">{children}</div>
          <RadixDialog.Close
            aria-label="Close"
            className="absolute end-3 top-3 grid size-9 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg"
          >
            <X aria-hidden className="size-4" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

export const dialogClass =
  'popping fixed inset-x-4 top-1/2 z-40 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 overflow-y-auto rounded-card border border-border bg-raised p-6 shadow-raised'
