import { changeSmartResponse, type SmartResponse } from '@doorman/contract/smart-response'
import { maxReplyChars } from '@doorman/domain/plans/plan'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { smartResponse } from './queries.ts'

/** The server validates the text, and its message is shown at the field. */
export function ReplyTextForm({
  response,
  onClose,
}: {
  response: SmartResponse
  onClose: () => void
}) {
  const [typed, setTyped] = useState(response.text)
  const isUnsaved = useRef(false)
  const save = useMutation({
    mutationFn: () => call(changeSmartResponse, { text: typed }),
    onSuccess: (changed) => {
      queryClient.setQueryData(smartResponse.queryKey, changed)
      toast.done(text.settingsSaved)
      isUnsaved.current = false
      onClose()
    },
    onError: (error) => {
      if (!toUserMessage(error)) toast.failed(text.replyTextFailed)
    },
  })

  function change(text: string) {
    setTyped(text)
    isUnsaved.current = text !== response.text
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <Field
        label="Reply to filtered senders"
        hint={`${typed.length} of ${maxReplyChars} characters. Plain text, no links.`}
        error={toUserMessage(save.error)}
      >
        {(control) => (
          <Textarea
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form replaces the button that had the focus
            autoFocus
            value={typed}
            onChange={({ target }) => {
              change(target.value)
              save.reset()
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isPending={save.isPending}>
          Save
        </Button>
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
        {typed !== response.defaultText && (
          <Button variant="ghost" size="small" onClick={() => change(response.defaultText)}>
            Use the default text
          </Button>
        )}
      </div>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </form>
  )
}
