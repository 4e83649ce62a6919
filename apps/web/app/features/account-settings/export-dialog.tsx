import { requestExport } from '@doorman/contract/own-data'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const formats = [
  { value: 'csv', label: 'CSV files, for a spreadsheet' },
  { value: 'json', label: 'JSON, for a program' },
] as const
type Format = (typeof formats)[number]['value']

/** Asks for the password, then offers the download. */
export function ExportDialog({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
  const { email } = useCurrentUser()
  const [format, setFormat] = useState<Format>('csv')
  const [password, setPassword] = useState('')
  const create = useMutation({ mutationFn: () => call(requestExport, { password, format }) })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '' && !create.isPending) create.mutate()
  }

  return (
    <Dialog
      title={create.data ? 'Your export is ready' : 'Export your data'}
      description={
        create.data
          ? 'The link works once, for 24 hours, while you’re signed in. Keep the file safe: it’s about you and the people who write to you.'
          : 'Enter your password to get a download link.'
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      opener={opener}
    >
      {create.data ? (
        <Button asChild isWide>
          {/* The dialog stays until the browser has started the download. */}
          <a href={create.data.url} onClick={() => setTimeout(onClose)}>
            <Download aria-hidden /> Download
          </a>
        </Button>
      ) : (
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
          <Field label="Format">
            {(control) => (
              <Select
                options={formats}
                value={format}
                onChange={({ target }) =>
                  setFormat(formats.find(({ value }) => value === target.value)?.value ?? 'csv')
                }
                {...control}
              />
            )}
          </Field>
          <UsernameHint email={email} />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            error={
              create.isError
                ? (toUserMessage(create.error) ?? 'Failed to export your data.')
                : undefined
            }
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" isPending={create.isPending} disabled={password === ''}>
              Get download link
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
