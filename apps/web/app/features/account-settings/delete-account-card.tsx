import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import type { Deletion } from './delete-account-form.tsx'
import { WithPassword } from './set-password.tsx'

const DeleteAccountForm = lazy(async () => ({
  default: (await import('./delete-account-form.tsx')).DeleteAccountForm,
}))

export function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false)
  const [deletion, setDeletion] = useState<Deletion>('not-started')
  return (
    <Card
      tone="danger"
      title="Delete account"
      description="Disconnects every mailbox and deletes your data. Filtered emails stay in your own mailbox."
      footer={
        <WithPassword reason="You need one to delete your account.">
          <AlertDialog
            title={deletion === 'done' ? 'Your account is deleted' : 'Delete your account?'}
            description={
              deletion === 'done'
                ? 'Taking you to our home page…'
                : 'This happens at once and can’t be undone.'
            }
            isOpen={isOpen}
            onOpenChange={(open) => {
              if (deletion === 'not-started') setOpen(open)
            }}
            trigger={<Button variant="danger">Delete My Account</Button>}
          >
            <Suspense>
              <DeleteAccountForm onProgress={setDeletion} />
            </Suspense>
          </AlertDialog>
        </WithPassword>
      }
    />
  )
}
