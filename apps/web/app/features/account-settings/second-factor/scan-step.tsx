import { confirmTotp } from '@doorman/contract/second-factor'
import { useState } from 'react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { text } from '../../../lib/text.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../../ui/forms/form-fields.ts'
import { Input } from '../../../ui/forms/input.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { toCodes, type SetUp, type Step } from './start-task.ts'

/** Shows the new secret, and asks for its first code. */
export function ScanStep({
  setUp: { secret, qrCode },
  onDone,
}: {
  setUp: SetUp
  onDone: (next: Step) => Promise<void>
}) {
  const [fault, setFault] = useState<string>()
  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { code } = readFields(form, 'code')
    try {
      if (code.trim() === '') setFault('Please enter the code from your app')
      else return await onDone(toCodes(await call(confirmTotp, { code })))
    } catch (error) {
      setFault(toUserMessage(error) ?? text.somethingWrong.description)
    }
    focusFirstInvalid(form)
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <img
        src={qrCode}
        alt="QR code for your authenticator app"
        width={192}
        height={192}
        className="mx-auto rounded-control"
      />
      <div className="grid gap-2 text-sm">
        <p className="text-muted-fg">Can’t scan it? Type this key into your app:</p>
        <code className="rounded-control bg-muted px-3 py-2 text-center break-words select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </div>
      <Field
        label="Code from your app"
        hint="Six digits. This turns two-step sign-in on."
        error={fault}
      >
        {(control) => (
          <Input
            {...control}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            required
          />
        )}
      </Field>
      <Button type="submit" isWide isPending={isPending}>
        Confirm
      </Button>
    </form>
  )
}
