import type { PostId } from '@doorman/domain/ids'
import { useState } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { deleteArticle } from './deletion.ts'

/** Asks, then deletes an article. The toast that follows offers to undo it. */
export function DeleteButton({
  post,
  label = 'Delete',
  onDeleted = focusTitle,
}: {
  post: { readonly id: PostId; readonly title: string }
  label?: string
  onDeleted?: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)

  async function confirm() {
    setPending(true)
    const isDeleted = await deleteArticle(post.id)
    setPending(false)
    setOpen(false)
    if (isDeleted) onDeleted()
  }

  return (
    <AlertDialog
      title="Delete this article?"
      description={
        <>
          Readers will no longer find{' '}
          <strong className="font-medium break-words text-fg">{post.title}</strong>. You can restore
          it from the list of deleted articles.
        </>
      }
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!isPending) setOpen(open)
      }}
      trigger={
        <Button
          variant="ghost"
          aria-label={label === 'Delete' ? `Delete article ${post.title}` : undefined}
        >
          {label}
        </Button>
      }
    >
      <ConfirmButtons label="Delete" isPending={isPending} onConfirm={() => void confirm()} />
    </AlertDialog>
  )
}

/** In a list the row disappears, and with it the button that had the focus. */
function focusTitle() {
  document.querySelector('h1')?.focus()
}
