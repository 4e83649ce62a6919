import { deleteAccount } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { leave } from '../../lib/leave.ts'
import { paths } from '../../lib/paths.ts'
import { forgetEverywhere } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { AlertDialog, AlertDialogCancel } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../lib/toast.ts'
import { UsernameHint } from '../../ui/username-hint.tsx'

const farewellMs = 1_000

export function DeleteAccountCard() {
  const { email } = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => call(deleteAccount, { password }),
    onSuccess: () => {
      toast.done(text.accountDeleted.title, text.accountDeleted.description)
      setTimeout(() => void leave(paths.home), farewellMs)
      forgetEverywhere()
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
      description="Disconnects every mailbox and deletes your data. Mail that was set aside stays in your own mailbox."
      footer={
        <AlertDialog
          title="Delete your account?"
          description="This cannot be undone. Enter your password to go on."
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
