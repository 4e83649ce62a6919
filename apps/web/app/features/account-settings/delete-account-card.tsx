import { deleteAccount } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { leave } from '../../lib/session/leave.ts'
import { paths } from '../../lib/paths.ts'
import { clearUserDataInAllTabs } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { AlertDialog, AlertDialogCancel } from '../../ui/overlays/alert-dialog.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { toast } from '../../lib/toast.ts'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'

/** Leaves time to read the toast. */
const redirectDelayMs = 1_000

export function DeleteAccountCard() {
  const { email } = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => call(deleteAccount, { password }),
    onSuccess: () => {
      toast.done(text.accountDeleted.title, text.accountDeleted.description)
      setTimeout(() => void leave(paths.home), redirectDelayMs)
      clearUserDataInAllTabs()
    },
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? text.accountDeletionFailed),
  })

  function onOpenChange(open: boolean) {
    if (remove.isPending) return
    setOpen(open)
    setPassword('')
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '' && !remove.isPending) remove.mutate()
  }

  return (
    <Card
      tone="danger"
      title="Delete account"
      description="Disconnects every mailbox and deletes your data. Filtered emails stay in your own mailbox."
      footer={
        <AlertDialog
          title="Delete your account?"
          description="This can’t be undone. Enter your password to continue."
          isOpen={isOpen}
          onOpenChange={onOpenChange}
          trigger={<Button variant="danger">Delete My Account</Button>}
        >
          <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
            <UsernameHint email={email} />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <AlertDialogCancel asChild>
                <Button variant="secondary" disabled={remove.isPending}>
                  Cancel
                </Button>
              </AlertDialogCancel>
              <Button
                type="submit"
                variant="danger"
                isPending={remove.isPending}
                disabled={password === ''}
              >
                Delete account
              </Button>
            </div>
          </form>
        </AlertDialog>
      }
    />
  )
}
