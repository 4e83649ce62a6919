import { askForPasskey, giveCode, givePasskey } from '@doorman/contract/second-factor'
import type { SecondFactor } from '@doorman/domain/accounts/second-factor'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call, isSignedOut, toUserMessage } from '../../lib/api/call.ts'
import { leave } from '../../lib/session/leave.ts'
import { canUsePasskeys, signWithPasskey } from '../../lib/session/passkeys.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'

type CodeKind = 'totp' | 'recovery-code'

const codeFields = {
  totp: {
    label: 'Code from your app',
    hint: 'Six digits from your authenticator app.',
    missing: 'Please enter the code from your app',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: 'One of the ten codes you saved. Each works once.',
    missing: 'Please enter a recovery code',
    input: { autoComplete: 'off', autoCapitalize: 'characters', maxLength: 40 },
  },
} as const

/** The second step of a login: a code, a passkey, or a recovery code. */
export function SecondStep({
  factors,
  destination,
  onStartAgain,
}: {
  factors: readonly SecondFactor[]
  destination: string
  onStartAgain: () => void
}) {
  const hasTotp = factors.includes('totp')
  const hasPasskey = factors.includes('passkey')
  const [codeKind, setCodeKind] = useState<CodeKind | null>(hasTotp ? 'totp' : null)
  const finish: Finish = async (give) => {
    try {
      const fault = await give()
      if (fault) return fault
    } catch (error) {
      if (isSignedOut(error)) {
        toast.failed(text.login.failed.title, toUserMessage(error))
        onStartAgain()
        return undefined
      }
      if (error instanceof ApiError && error.status === 422) return error.userMessage
      toast.failed(text.login.failed.title, toUserMessage(error) ?? text.somethingWrong.description)
      return undefined
    }
    toast.done(text.login.done)
    return leave(destination)
  }

  const otherKind = codeKind === 'recovery-code' ? 'totp' : 'recovery-code'
  return (
    <div className="grid gap-5">
      {codeKind && <CodeForm key={codeKind} kind={codeKind} finish={finish} />}
      {hasPasskey && codeKind !== 'recovery-code' && (
        <PasskeyButton isFirst={codeKind === null} finish={finish} />
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        {factors.includes(otherKind) ? (
          <Quiet onClick={() => setCodeKind(otherKind)}>
            {otherKind === 'totp' ? 'Use your app instead' : 'Use a recovery code instead'}
          </Quiet>
        ) : (
          codeKind && hasPasskey && <Quiet onClick={() => setCodeKind(null)}>Use a passkey</Quiet>
        )}
        <Quiet onClick={onStartAgain}>Start again</Quiet>
      </div>
    </div>
  )
}

/** What is wrong with the user's code or passkey. `undefined`: signed in, or must start again. */
type Fault = string | undefined
/** Gives the second factor, reports failures, and leaves the page once the user is signed in. */
type Finish = (give: () => Promise<Fault>) => Promise<Fault>

function CodeForm({ kind, finish }: { kind: CodeKind; finish: Finish }) {
  const [error, setError] = useState<string>()
  const { label, hint, missing, input } = codeFields[kind]
  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { code } = readFields(form, 'code')
    const give = () => call(giveCode, { code }).then(() => undefined)
    const fault = code.trim() === '' ? missing : await finish(give)
    setError(fault)
    if (fault) focusFirstInvalid(form)
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          // The field replaces the one that had the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <Input {...control} {...input} autoFocus name="code" spellCheck={false} required />
        )}
      </Field>
      <SubmitButton isPending={isPending}>Confirm</SubmitButton>
    </form>
  )
}

function PasskeyButton({ isFirst, finish }: { isFirst: boolean; finish: Finish }) {
  const [isPending, setPending] = useState(false)

  async function give(): Promise<Fault> {
    const { options } = await call(askForPasskey, {})
    const credential = await signWithPasskey(options)
    if (!credential) return 'No passkey was used. Please try again.'
    await call(givePasskey, { credential })
    return undefined
  }

  async function onClick() {
    if (!canUsePasskeys()) {
      toast.failed('No passkeys here', 'This browser doesn’t support them. Try another one.')
      return
    }
    setPending(true)
    const fault = await finish(give).finally(() => setPending(false))
    if (fault) toast.failed(text.login.failed.title, fault)
  }

  return (
    <Button
      isWide
      variant={isFirst ? 'primary' : 'secondary'}
      isPending={isPending}
      onClick={() => void onClick()}
    >
      <KeyRound aria-hidden /> Use a passkey
    </Button>
  )
}

function Quiet({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-control text-sm font-medium text-fg underline decoration-input underline-offset-4 hover:decoration-primary md:min-h-9"
    >
      {children}
    </button>
  )
}
