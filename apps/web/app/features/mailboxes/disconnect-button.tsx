import { accountCalls } from '@doorman/contract/mailboxes'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, toUserMessage } from '../../lib/api.ts'
import { toFilteredMailOf } from '../../lib/mail-filters.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { AlertDialog, AlertDialogCancel } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import type { Account } from '../../lib/accounts.ts'
import { refetchEverything } from '../../lib/query-client.ts'

export function DisconnectButton({ account, titleId }: { account: Account; titleId: string }) {
  const [isOpen, setOpen] = useState(false)
  const disconnect = useMutation({
    mutationFn: () => call(accountCalls[account.provider].disconnect, { id: account.id }),
    onSuccess: async () => {
      toast.done(text.accountDisconnected.title, text.accountDisconnected.description)
      await refetchEverything()
      // The card is gone, and with it the button that had the focus.
      document.querySelector('h1')?.focus()
    },
    onError: (error) => {
      setOpen(false)
      toast.failed(text.disconnectFailed, toUserMessage(error))
    },
  })

  return (
    <AlertDialog
      title="Disconnect this account?"
      description={
        <>
          {productName} stops looking after{' '}
          <strong className="font-medium break-words text-fg">{account.email}</strong>
          {account.provider === 'gmail'
            ? ', gives its access back and forgets the account. '
            : ' and forgets the account and its access to it. Microsoft still lists the permission until you remove it there, among the apps of your account. '}
          Mail that was set aside stays in your own mailbox,
          {account.provider === 'gmail' ? ' under the label ' : ' in the folder '}
          {productName}, but can no longer be restored from here.{' '}
          <Link
            to={toFilteredMailOf(account.id)}
            className="rounded-control text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
          >
            Review it first
          </Link>
        </>
      }
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!disconnect.isPending) setOpen(open)
      }}
      trigger={
        <Button variant="ghost" aria-describedby={titleId}>
          Disconnect
        </Button>
      }
    >
      <div className="flex flex-wrap justify-end gap-3">
        <AlertDialogCancel asChild>
          <Button variant="secondary" disabled={disconnect.isPending}>
            Cancel
          </Button>
        </AlertDialogCancel>
        <Button
          variant="danger"
          isPending={disconnect.isPending}
          onClick={() => disconnect.mutate()}
        >
          Disconnect
        </Button>
      </div>
    </AlertDialog>
  )
}
