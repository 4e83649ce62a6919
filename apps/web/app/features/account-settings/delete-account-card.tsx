import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'

const DeleteAccountForm = lazy(async () => ({
  default: (await import('./delete-account-form.tsx')).DeleteAccountForm,
}))

export function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  return (
    <Card
      tone="danger"
      title="Delete account"
      description="Disconnects every mailbox and deletes your data. Filtered emails stay in your own mailbox."
      footer={
        <AlertDialog
          title="Delete your account?"
          description="This happens at once and can’t be undone."
          isOpen={isOpen}
          onOpenChange={(open) => {
            if (!isPending) setOpen(open)
          }}
          trigger={<Button variant="danger">Delete My Account</Button>}
        >
          <Suspense>
            <DeleteAccountForm onPendingChange={setPending} />
          </Suspense>
        </AlertDialog>
      }
    />
  )
}
