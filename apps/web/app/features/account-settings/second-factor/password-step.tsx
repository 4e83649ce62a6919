import { maxPasskeyNameLength } from '@doorman/domain/accounts/second-factor'
import { useState } from 'react'
import { toUserMessage } from '../../../lib/api/call.ts'
import { useCurrentUser } from '../../../lib/session/current-user.ts'
import { text } from '../../../lib/text.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { readFields } from '../../../ui/forms/form-fields.ts'
import { Input } from '../../../ui/forms/input.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { UsernameHint } from '../../../ui/forms/username-hint.tsx'
import type { Task } from './second-factor.ts'
import { TaskError, type Entered } from './start-task.ts'
import { toTaskText } from './task-text.ts'

export function PasswordStep({
  task,
  onSubmit: submit,
  onCancel,
}: {
  task: Task
  onSubmit: (entered: Entered) => Promise<void>
  onCancel: () => void
}) {
  const { email } = useCurrentUser()
  const [fault, setFault] = useState<string>()
  const { submit: label, isRemoval } = toTaskText(task)
  const { isPending, onSubmit } = useSubmit(async (form) => {
    const entered = readFields(form, 'password', 'name')
    if (entered.password === '') return setFault(text.passwordMissing)
    setFault(undefined)
    await submit(entered).catch((error: unknown) => setFault(describe(error)))
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <UsernameHint email={email} />
      {(task.kind === 'add-passkey' || task.kind === 'rename-passkey') && (
        <Field label="Name" hint="For example: My laptop">
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="off"
              defaultValue={task.kind === 'rename-passkey' ? task.passkey.name : 'My passkey'}
              maxLength={maxPasskeyNameLength}
              required
            />
          )}
        </Field>
      )}
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      {fault && (
        <div role="alert">
          <Banner tone="danger">{fault}</Banner>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={isRemoval ? 'danger' : 'primary'} isPending={isPending}>
          {label}
        </Button>
      </div>
    </form>
  )
}

function describe(error: unknown): string {
  if (error instanceof TaskError) return error.message
  return toUserMessage(error) ?? text.somethingWrong.description
}
