import {
  changeTrackingCodes,
  listTrackingCodeVersions,
  loadAdminTrackingCodes,
  type TrackingCodeField,
} from '@doorman/contract/admin-tracking'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { Badge } from '../../../ui/basics/badge.tsx'
import { Button } from '../../../ui/basics/button.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { adminText } from '../admin-text.ts'
import { VersionsDialog } from './versions-dialog.tsx'

const codeInfo: Readonly<Record<TrackingCodeField, { title: string; description: string }>> = {
  trackingCodeHead: {
    title: 'Head',
    description: 'At the end of <head>. Text without tags runs as a script.',
  },
  trackingCodeBodyStart: { title: 'Body start', description: 'The first element of <body>.' },
  trackingCodeBodyEnd: { title: 'Body end', description: 'The last element of <body>.' },
}

export function CodeCard({
  field,
  stored,
  draft,
  onDraft,
}: {
  field: TrackingCodeField
  stored: string
  draft: string | undefined
  /** `undefined` drops the draft: the field shows the stored code again. */
  onDraft: (code?: string) => void
}) {
  const { title, description } = codeInfo[field]
  const typed = draft ?? stored
  const isChanged = typed !== stored
  const [removed, setRemoved] = useState<readonly string[]>([])
  const save = useMutation({
    mutationFn: (code: string) => call(changeTrackingCodes, { [field]: code }),
    onSuccess: async (reply) => {
      setRemoved(reply.removed)
      toast.done(text.settingsSaved, 'Visitors get it within five minutes.')
      await refetch(loadAdminTrackingCodes, listTrackingCodeVersions)
      onDraft()
    },
    onError: (error) => toast.failed(adminText.trackingCodesFailed, toUserMessage(error)),
  })

  return (
    <Card
      title={title}
      description={description}
      action={isChanged && <Badge tone="attention">Unsaved</Badge>}
      footer={
        <>
          <VersionsDialog
            field={field}
            title={title}
            current={stored}
            isDisabled={isChanged || save.isPending}
            onRestore={(code) => save.mutateAsync(code)}
          />
          <Button
            isPending={save.isPending}
            disabled={!isChanged}
            aria-label={`Save ${title}`}
            onClick={() => save.mutate(typed)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4 [&_textarea]:font-mono">
        <Field label={`${title} code`} error={save.error ? toUserMessage(save.error) : undefined}>
          {(control) => (
            <Textarea
              {...control}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              placeholder="<script>…</script>"
              value={typed}
              // What is typed while a save runs would be overwritten by its answer.
              readOnly={save.isPending}
              onChange={({ target }) => {
                onDraft(target.value)
                save.reset()
                setRemoved([])
              }}
            />
          )}
        </Field>
        {removed.length > 0 && (
          <Banner tone="info">
            Saved, but our pages leave out what isn’t allowed there: {removed.join(', ')}.
          </Banner>
        )}
      </div>
    </Card>
  )
}
