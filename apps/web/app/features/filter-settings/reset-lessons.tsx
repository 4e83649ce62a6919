import { eraseLessons } from '@doorman/contract/filter-settings'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Button } from '../../ui/basics/button.tsx'

export function ResetLessons() {
  const [isOpen, setOpen] = useState(false)
  const erase = useMutation({
    mutationFn: () => call(eraseLessons, {}),
    onSuccess: () => toast.done(text.lessonsReset.title, text.lessonsReset.description),
    onError: (error) => toast.failed(text.lessonsResetFailed, toUserMessage(error)),
    onSettled: () => setOpen(false),
  })
  return (
    <AlertDialog
      title={`Reset what ${productName} has learned?`}
      description={`Your restores and spam reports have changed how ${productName} judges new email. Resetting erases that for good. Senders you trust or block stay as they are.`}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!erase.isPending) setOpen(open)
      }}
      trigger={<Button variant="secondary">Reset what {productName} has learned</Button>}
    >
      <ConfirmButtons label="Reset" isPending={erase.isPending} onConfirm={() => erase.mutate()} />
    </AlertDialog>
  )
}
