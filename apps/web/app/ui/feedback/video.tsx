import { toPlayerUrl } from '@doorman/domain/site/youtube'
import { VideoOff } from 'lucide-react'
import { text } from '../../lib/text.ts'

/** YouTube's player for a link to a video, or a note that there is none. */
export function Video({ title, link }: { title: string; link: string }) {
  const playerUrl = toPlayerUrl(link)
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
