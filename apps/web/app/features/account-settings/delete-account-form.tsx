import { deleteAccount } from '@doorman/contract/auth'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { clearUserDataInAllTabs } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { leave } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'

/** Leaves time to read the toast. */
const redirectDelayMs = 1_000

/** Says what goes and what stays, and asks for the password. */
export function DeleteAccountForm({
  onPendingChange,
}: {
  onPendingChange: (isPending: boolean) => void
}) {
  const { email } = useCurrentUser()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => call(deleteAccount, { password }),
    onMutate: () => onPendingChange(true),
    onSuccess: () => {
      toast.done(text.accountDeleted.title, text.accountDeleted.description)
      setTimeout(() => void leave(paths.home), redirectDelayMs)
      clearUserDataInAllTabs()
    },
    onError: (error) => {
      onPendingChange(false)
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? text.accountDeletionFailed)
    },
  })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '' && !remove.isPending) remove.mutate()
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <div className="grid gap-4 text-sm">
        <Facts
          title="What goes"
          facts={[
            'Your address, password, settings and everything we’ve learned from you',
            'Our access to your mailboxes, and every record of your emails',
            'Your subscription: you won’t be charged again',
          ]}
        />
        <Facts
          title="What stays"
          facts={[
            `Filtered emails, in your own mailbox under “${productName}”`,
            'Records of payments for 7 years, as tax law requires, without your name',
            'Backups for up to 30 days',
            'The random id of your account, so that nothing is recreated, and the audit log’s entries about it',
          ]}
        />
      </div>
      <UsernameHint email={email} />
      <PasswordField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is loaded after the dialog took the focus
        autoFocus
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ConfirmButtons
        label="Delete account"
        isPending={remove.isPending}
        disabled={password === ''}
      />
    </form>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly string[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-muted-fg">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}
