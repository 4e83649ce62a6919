import { requestExport } from '@doorman/contract/own-data'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { OwnPasswordField } from './own-password-field.tsx'

const formats = [
  { value: 'csv', label: 'CSV files, for a spreadsheet' },
  { value: 'json', label: 'JSON, for a program' },
] as const
type Format = (typeof formats)[number]['value']

/** Asks for the password, then offers the download. */
export function ExportDialog({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
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
          <OwnPasswordField
            error={
              create.isError
                ? (toUserMessage(create.error) ?? 'Failed to export your data.')
                : undefined
            }
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <ConfirmButtons
            label="Get download link"
            variant="primary"
            isPending={create.isPending}
            disabled={password === ''}
          />
        </form>
      )}
    </Dialog>
  )
}
