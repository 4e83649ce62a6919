import { accountCalls } from '@doorman/contract/mailboxes'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Button } from '../../ui/basics/button.tsx'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'

export function DisconnectButton({ account, titleId }: { account: Account; titleId: string }) {
  const [isOpen, setOpen] = useState(false)
  const disconnect = useMutation({
    mutationFn: () => call(accountCalls[account.provider].disconnect, { id: account.id }),
    onSuccess: async () => {
      toast.done(text.accountDisconnected.title, text.accountDisconnected.description)
      await refetchEverything()
      // The card disappears, and with it the button that had the focus.
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
          {productName} stops filtering{' '}
          <strong className="font-medium break-words text-fg">{account.email}</strong>
          {account.provider === 'gmail'
            ? ', gives up its access and deletes the account’s data. '
            : ' and deletes the account’s data. Microsoft keeps listing the permission until you remove it in your account’s app settings. '}
          Filtered emails stay in your mailbox,
          {account.provider === 'gmail' ? ' under the label ' : ' in the folder '}
          {productName}, but you can’t restore them from here anymore.{' '}
          <Link
            to={toFilteredEmailsPath({ accountId: account.id })}
            className="rounded-control text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
          >
            Review them first
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
      <ConfirmButtons
        label="Disconnect"
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </AlertDialog>
  )
}
