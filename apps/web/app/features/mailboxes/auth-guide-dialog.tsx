import { Button } from '../../ui/basics/button.tsx'
import { Video } from '../../ui/feedback/video.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ObserveFirst } from './observe-first.tsx'
import { providerInfo } from './provider-info.ts'
import type { Connection, Guide } from './use-connection.ts'

/** The video shown before connecting. Closing it cancels the connection. */
export function AuthGuideDialog({ guide, connection }: { guide: Guide; connection: Connection }) {
  const { pending, proceed, closeGuide } = connection
  const { name, company } = providerInfo[guide.provider]
  return (
    <Dialog
      title={`Before you connect ${name}`}
      description={`This video shows what ${company} asks for and which boxes to check.`}
      isOpen
      onOpenChange={closeGuide}
      opener={guide.opener}
    >
      <div className="grid gap-5">
        <Video title={`How to connect ${name}`} link={guide.videoUrl} />
        {guide.accountId === undefined && <ObserveFirst connection={connection} />}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- otherwise the player takes the focus and swallows Escape */}
        <Button autoFocus isPending={pending !== null} onClick={proceed}>
          Continue
        </Button>
      </div>
    </Dialog>
  )
}
