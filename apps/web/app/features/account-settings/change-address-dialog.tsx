import { loadAddressChange, requestAddressChange } from '@doorman/contract/own-data'
import { isEmailAddress } from '@doorman/domain/mail/email-address'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { OwnPasswordField } from './own-password-field.tsx'

const empty = { newEmail: '', password: '' }

/** Asks for the new address and the password. */
export function ChangeAddressDialog({
  opener,
  onClose,
}: {
  opener: HTMLElement
  onClose: () => void
}) {
  const [typed, setTyped] = useState(empty)
  const [error, setError] = useState<{ newEmail?: string; password?: string }>({})
  const change = useMutation({
    mutationFn: () => call(requestAddressChange, typed),
    onSuccess: async () => {
      await refetch(loadAddressChange)
      toast.done('Check both inboxes', 'We’ve sent a link to your old and to your new address.')
      onClose()
    },
    onError: (failure) =>
      setError({ password: toUserMessage(failure) ?? 'Failed to change your address.' }),
  })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setError({})
    if (typed.newEmail === '' || typed.password === '' || change.isPending) return
    if (isEmailAddress(typed.newEmail)) change.mutate()
    else setError({ newEmail: 'Please enter a valid email address.' })
  }

  return (
    <Dialog
      title="Change your email address"
      description="We’ll send a link to both addresses. Your address changes once you’ve confirmed both."
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !change.isPending) onClose()
      }}
      opener={opener}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        <Field label="New email address" error={error.newEmail}>
          {(control) => (
            <Input
              type="email"
              autoComplete="email"
              name="newEmail"
              value={typed.newEmail}
              onChange={({ target }) => setTyped({ ...typed, newEmail: target.value })}
              {...control}
            />
          )}
        </Field>
        <OwnPasswordField
          error={error.password}
          value={typed.password}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        />
        <ConfirmButtons
          label="Send links"
          variant="primary"
          isPending={change.isPending}
          disabled={typed.newEmail === '' || typed.password === ''}
        />
      </form>
    </Dialog>
  )
}
