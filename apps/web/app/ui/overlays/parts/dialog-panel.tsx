import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export type DialogPanelProps = {
  title: string
  description: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The element that gets the focus on closing. Default: the element that had it before. */
  opener?: HTMLElement | undefined
  /** An alert asks for an answer: a click outside doesn’t close it, and it has no X. */
  isAlert?: boolean
  children: ReactNode
}

export function DialogPanel({
  title,
  description,
  isOpen,
  onOpenChange,
  opener,
  isAlert = false,
  children,
}: DialogPanelProps) {
  const focusReturn = useFocusReturn(opener)
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Content
          role={isAlert ? 'alertdialog' : 'dialog'}
          aria-modal
          {...focusReturn}
          onInteractOutside={(event) => isAlert && event.preventDefault()}
          className="popping fixed inset-x-4 top-1/2 z-40 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 overflow-y-auto rounded-card border border-border bg-raised p-6 shadow-raised"
        >
          <Dialog.Title className={isAlert ? titleClass : `pe-8 ${titleClass}`}>
            {title}
          </Dialog.Title>
          <Dialog.Description className="mt-1 text-sm text-muted-fg">
            {description}
          </Dialog.Description>
          <div className="mt-5">{children}</div>
          {!isAlert && (
            <Dialog.Close
              aria-label="Close"
              className="absolute end-2 top-2 grid size-11 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg md:end-3 md:top-3 md:size-9"
            >
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const titleClass = 'text-lg font-semibold'
