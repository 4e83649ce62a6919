import type { SmartResponse } from '@doorman/contract/smart-response'
import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ReplyPreview } from './reply-preview.tsx'
import { ReplyTextForm } from './reply-text-form.tsx'
import { useAgreement } from './use-agreement.ts'

/** The reply, the user's word that it may be sent, and the form to change it. */
export function ReplyText({
  response,
  isWanted,
  onChanged,
}: {
  response: SmartResponse
  /** Whether senders are to be answered at all. */
  isWanted: boolean
  /** The button that had the focus is gone. */
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
      {response.agreedAt === null && isWanted && (
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
          Nobody is answered before you agree: this reply goes out in your name.
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
              You agreed to it on {formatDay(response.agreedAt)}.
            </span>
          </>
        )}
      </div>
    </>
  )
}
