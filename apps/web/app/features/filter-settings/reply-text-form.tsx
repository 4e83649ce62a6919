import { changeSmartResponse, type SmartResponse } from '@doorman/contract/smart-response'
import { maxReplyChars } from '@doorman/domain/plan'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { smartResponse } from './queries.ts'

/** What may be sent is the server's to say, and it says why not. */
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

  function write(words: string) {
    setTyped(words)
    isUnsaved.current = words !== response.text
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <Field
        label="What filtered senders are told"
        hint={`${typed.length} of ${maxReplyChars} characters. Plain words, no links.`}
        error={toUserMessage(save.error)}
      >
        {(control) => (
          <Textarea
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that asked for it is gone
            autoFocus
            value={typed}
            onChange={({ target }) => {
              write(target.value)
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
          <Button variant="ghost" size="small" onClick={() => write(response.defaultText)}>
            Use the standard text
          </Button>
        )}
      </div>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </form>
  )
}
