import type { SecondFactorState } from '@doorman/contract/second-factor'
import { useState, type ReactNode } from 'react'
import { formatBriefly, formatCountOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { SetPassword } from '../set-password.tsx'
import type { Passkey, Task } from './second-factor.ts'
import { useIsViewing } from '../../../lib/session/use-is-viewing.ts'

/** Every way to confirm a sign-in, with what can be done about it. */
export function Factors({
  state,
  onStart,
}: {
  state: SecondFactorState
  onStart: (task: Task) => void
}) {
  const { hasPassword, isRequired, hasTotp, passkeys, recoveryCodesLeft } = state
  const isViewing = useIsViewing()
  const isOn = hasTotp || passkeys.length > 0
  return (
    <div className="grid gap-4">
      {!hasPassword && !isViewing && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <SetPassword size="small">
            You don’t have a password yet. You need one to set this up.
          </SetPassword>
        </div>
      )}
      {isRequired && !isOn && !isViewing && (
        <p className="text-sm">You’re an admin: set this up to use the Admin Panel.</p>
      )}
      <ul className="divide-y divide-border rounded-card border border-border">
        <Row
          title="Authenticator app"
          note={hasTotp ? 'Asked for when you log in.' : 'Shows a new code every 30 seconds.'}
        >
          <Button
            variant="secondary"
            size="small"
            disabled={!hasPassword}
            onClick={() => onStart({ kind: hasTotp ? 'remove-app' : 'add-app' })}
          >
            {hasTotp ? 'Remove app' : 'Set up app'}
          </Button>
        </Row>
        <Row
          title="Passkeys"
          note={
            passkeys.length === 0
              ? 'Your fingerprint, your face, or a security key.'
              : formatCountOf(passkeys.length, 'passkey', 'passkeys')
          }
        >
          <Button
            variant="secondary"
            size="small"
            disabled={!hasPassword}
            onClick={() => onStart({ kind: 'add-passkey' })}
          >
            Add passkey
          </Button>
        </Row>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onStart={onStart} />
        ))}
        {isOn && (
          <Row
            title="Recovery codes"
            note={
              recoveryCodesLeft === 0
                ? 'None left. Get new ones before you need them.'
                : `${recoveryCodesLeft} of 10 left, for when your phone isn’t at hand.`
            }
          >
            <Button
              variant="secondary"
              size="small"
              disabled={!hasPassword}
              onClick={() => onStart({ kind: 'new-codes' })}
            >
              Get new codes
            </Button>
          </Row>
        )}
      </ul>
    </div>
  )
}

function PasskeyRow({ passkey, onStart }: { passkey: Passkey; onStart: (task: Task) => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  const [now] = useState(() => new Date())
  const used = lastUsedAt ? `last used ${formatBriefly(lastUsedAt, now)}` : 'not used yet'
  return (
    <Row isInset title={name} note={`Added ${formatBriefly(createdAt, now)}, ${used}`}>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Rename ${name}`}
        onClick={() => onStart({ kind: 'rename-passkey', passkey })}
      >
        Rename
      </Button>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Remove ${name}`}
        onClick={() => onStart({ kind: 'remove-passkey', passkey })}
      >
        Remove
      </Button>
    </Row>
  )
}

function Row({
  title,
  note,
  isInset = false,
  children,
}: {
  title: string
  note: string
  isInset?: boolean
  /** The buttons, which are of no use to an admin who views as the user. */
  children: ReactNode
}) {
  const isViewing = useIsViewing()
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pe-4 ${isInset ? 'ps-8' : 'ps-4'}`}
    >
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="font-medium break-words">{title}</p>
        <p className="text-muted-fg">{note}</p>
      </div>
      {!isViewing && (
        <div className={`flex gap-1 ${isInset ? 'max-sm:-ms-3' : ''}`}>{children}</div>
      )}
    </li>
  )
}
