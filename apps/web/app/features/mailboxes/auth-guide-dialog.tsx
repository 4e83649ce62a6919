import { VideoOff } from 'lucide-react'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ObserveFirst } from './observe-first.tsx'
import { providerInfo } from './provider-info.ts'
import type { Connection, Guide } from './use-connection.ts'
import { toPlayerUrl } from './youtube.ts'

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
        <Video title={`How to connect ${name}`} playerUrl={toPlayerUrl(guide.videoUrl)} />
        {guide.accountId === undefined && <ObserveFirst connection={connection} />}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- otherwise the player takes the focus and swallows Escape */}
        <Button autoFocus isPending={pending !== null} onClick={proceed}>
          Continue
        </Button>
      </div>
    </Dialog>
  )
}

function Video({ title, playerUrl }: { title: string; playerUrl: string | null }) {
  if (playerUrl === null)
    return (
      <p className="grid aspect-video place-content-center justify-items-center gap-2 rounded-control border border-border bg-muted text-sm text-muted-fg">
        <VideoOff aria-hidden className="size-5" strokeWidth={1.5} />
        {text.videoUnavailable}
      </p>
    )
  return (
    <iframe
      title={title}
      src={playerUrl}
      allowFullScreen
      // YouTube's player refuses to play without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      className="aspect-video w-full rounded-control border border-border bg-muted"
    />
  )
}
