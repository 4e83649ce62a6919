import { changeEmailSettings, loadEmailSettings } from '@doorman/contract/admin-settings'
import { isEmailAddress } from '@doorman/domain/mail/email-address'
import { useEffect, useState } from 'react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { adminText } from '../admin-text.ts'
import { LatestSaver, type SaveState } from './latest-saver.ts'

const pauseMs = 400

const notes: Readonly<Record<SaveState, string>> = {
  idle: 'Saved as you type.',
  waiting: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved.',
}

/** Who hears of new users. Saves while typing, but never half an address. */
export function RecipientField({ stored }: { stored: string }) {
  const [typed, setTyped] = useState(stored)
  const [state, setState] = useState<SaveState>('idle')
  const [saver] = useState(
    () =>
      new LatestSaver({
        pauseMs,
        save: (address) => call(changeEmailSettings, { newUserNotificationRecipient: address }),
        onState: (next, error) => {
          setState(next)
          if (next === 'failed') toast.failed(adminText.emailSettingsFailed, toUserMessage(error))
          if (next === 'saved' || next === 'failed') void refetch(loadEmailSettings)
        },
      }),
  )
  const isComplete = isSavable(typed)

  // Leaving the tab of the panel sends what is still waiting; leaving the site asks first.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsaved) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      saver.flush()
    }
  }, [saver])

  return (
    <Field
      label="Recipient"
      hint={notes[state]}
      error={isComplete ? undefined : 'Not saved yet: enter a complete email address.'}
    >
      {(control) => (
        <Input
          {...control}
          type="email"
          autoComplete="off"
          spellCheck={false}
          placeholder="team@example.com"
          value={typed}
          onBlur={() => saver.flush()}
          onChange={({ target }) => {
            setTyped(target.value)
            if (isSavable(target.value)) saver.type(target.value.trim())
            else saver.drop()
          }}
        />
      )}
    </Field>
  )
}

/** Empty: no notices about new users are sent. */
function isSavable(address: string): boolean {
  return address.trim() === '' || isEmailAddress(address)
}
