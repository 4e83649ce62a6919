import { eraseLessons } from '@doorman/contract/filter-settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { AlertDialog, AlertDialogCancel } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'

export function ForgetLessons() {
  const [isOpen, setOpen] = useState(false)
  const erase = useMutation({
    mutationFn: () => call(eraseLessons, {}),
    onSuccess: () => toast.done(text.lessonsErased.title, text.lessonsErased.description),
    onError: (error) => toast.failed(text.lessonsEraseFailed, toUserMessage(error)),
    onSettled: () => setOpen(false),
  })
  return (
    <AlertDialog
      title="Forget what you learned from me?"
      description="Your restores and reports have shifted how new mail is judged. That is erased for good, and mail is judged as on the first day. Senders you trust or block stay as they are."
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!erase.isPending) setOpen(open)
      }}
      trigger={<Button variant="secondary">Forget what you learned from me</Button>}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <AlertDialogCancel asChild>
          <Button variant="secondary" disabled={erase.isPending}>
            Cancel
          </Button>
        </AlertDialogCancel>
        <Button variant="danger" isPending={erase.isPending} onClick={() => erase.mutate()}>
          Forget
        </Button>
      </div>
    </AlertDialog>
  )
}
