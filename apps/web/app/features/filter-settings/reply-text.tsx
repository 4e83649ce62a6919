import type { SmartResponse } from '@doorman/contract/smart-response'
import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { ReplyPreview } from './reply-preview.tsx'
import { ReplyTextForm } from './reply-text-form.tsx'
import { useAgreement } from './use-agreement.ts'

/** The reply, the user's agreement to it, and the form to edit it. */
export function ReplyText({
  response,
  isSwitchedOn,
  onChanged,
}: {
  response: SmartResponse
  /** Whether replies are switched on. */
  isSwitchedOn: boolean
  /** Called when the focused button disappears. */
  onChanged: () => void
}) {
  const [isEditing, setEditing] = useState(false)
  const agreement = useAgreement({ onChanged })

  function close() {
    setEditing(false)
    onChanged()
  }

  if (isEditing) return <ReplyTextForm response={response} onClose={close} />
  return (
    <>
      {response.agreedAt === null && isSwitchedOn && (
        <Banner
          tone="info"
          action={
            <Button
              size="small"
              isPending={agreement.isPending}
              onClick={() => agreement.mutate(true)}
            >
              Agree
            </Button>
          }
        >
          This reply goes out in your name, so nothing is sent until you agree.
        </Banner>
      )}
      <ReplyPreview preview={response.preview} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
          Edit text
        </Button>
        {response.agreedAt !== null && (
          <>
            <Button
              variant="ghost"
              size="small"
              isPending={agreement.isPending}
              onClick={() => agreement.mutate(false)}
            >
              Withdraw
            </Button>
            <span className="text-sm text-muted-fg">
              You agreed on {formatDay(response.agreedAt)}.
            </span>
          </>
        )}
      </div>
    </>
  )
}
