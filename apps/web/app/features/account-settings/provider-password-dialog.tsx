import { providerNames, type SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { useState } from 'react'
import { toUserMessage } from '../../lib/api/call.ts'
import { text } from '../../lib/text.ts'
import { readFields } from '../../ui/forms/form-fields.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { OwnPasswordField } from './own-password-field.tsx'

/** Asks for the password before a provider is linked or unlinked. */
export function ProviderPasswordDialog({
  provider,
  isLinked,
  opener,
  onSubmit: submit,
  onClose,
}: {
  provider: SignInProvider
  isLinked: boolean
  opener: HTMLElement
  onSubmit: (password: string) => Promise<void>
  onClose: () => void
}) {
  const [fault, setFault] = useState<string>()
  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { password } = readFields(form, 'password')
    if (password === '') return setFault(text.passwordMissing)
    setFault(undefined)
    await submit(password).catch((error: unknown) =>
      setFault(toUserMessage(error) ?? text.somethingWrong.description),
    )
  })
  const verb = isLinked ? 'Unlink' : 'Link'
  const name = providerNames[provider]

  return (
    <Dialog
      title={`${verb} ${name}`}
      description={
        isLinked
          ? `Enter your password to stop signing in with ${name}.`
          : `Enter your password, then choose your ${name} account.`
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      opener={opener}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        <OwnPasswordField required error={fault} />
        <ConfirmButtons
          label={isLinked ? 'Unlink' : 'Continue'}
          variant="primary"
          isPending={isPending}
        />
      </form>
    </Dialog>
  )
}
