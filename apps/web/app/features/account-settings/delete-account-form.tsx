import { deleteAccount } from '@doorman/contract/auth'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { clearUserData } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { expectSignOut, leave, stopExpectingSignOut } from '../../lib/session/leave.ts'
import { announceSignOut } from '../../lib/session/other-tabs.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { OwnPasswordField } from './own-password-field.tsx'

/** Leaves time to read the toast. */
const redirectDelayMs = 1_000

export type Deletion = 'not-started' | 'running' | 'done'

/** Says what is deleted and what is kept, and asks for the password. */
export function DeleteAccountForm({ onProgress }: { onProgress: (progress: Deletion) => void }) {
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => call(deleteAccount, { password }),
    onMutate: () => {
      onProgress('running')
      expectSignOut()
    },
    onSuccess: () => {
      onProgress('done')
      toast.done(text.accountDeleted.title, text.accountDeleted.description)
      announceSignOut()
      // Until then the dialog covers the user's data, and cannot be closed.
      setTimeout(() => {
        clearUserData()
        void leave(paths.home)
      }, redirectDelayMs)
    },
    onError: (error) => {
      onProgress('not-started')
      toast.failed(text.somethingWrong.title, toFault(error))
      stopExpectingSignOut()
    },
  })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '' && !remove.isPending) remove.mutate()
  }

  // The dialog hides the toast from screen readers.
  if (remove.isSuccess)
    return (
      <p role="status" className="sr-only">
        {text.accountDeleted.description}
      </p>
    )
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
      <OwnPasswordField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is loaded after the dialog took the focus
        autoFocus
        label="Password"
        error={remove.error ? toFault(remove.error) : undefined}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          if (remove.isError) remove.reset()
        }}
      />
      <ConfirmButtons
        label="Delete account"
        isPending={remove.isPending}
        disabled={password === ''}
      />
    </form>
  )
}

function toFault(error: Error): string {
  return toUserMessage(error) ?? text.accountDeletionFailed
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
