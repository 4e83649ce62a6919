import { site } from '@doorman/content/site'
import { Play } from 'lucide-react'
import { useState, type MouseEvent } from 'react'

/** The video loads when it is played. Without scripts the poster links to the file. */
export function Commercial() {
  const [isPlaying, setPlaying] = useState(false)
  const { title, mp4, webm, poster, captions, story } = site.video

  function play(event: MouseEvent) {
    event.preventDefault()
    setPlaying(true)
  }

  return (
    <section aria-label={title} className="screen-only">
      <div className="aspect-video overflow-hidden rounded-card border border-border bg-card shadow-raised">
        {isPlaying ? (
          <video
            ref={focus}
            controls
            autoPlay
            playsInline
            poster={poster}
            aria-label={title}
            className="size-full rounded-card -outline-offset-2"
          >
            <source src={webm} type="video/webm" />
            <source src={mp4} type="video/mp4" />
            <track kind="captions" src={captions} srcLang="en" label="English" />
          </video>
        ) : (
          <a
            href={mp4}
            onClick={play}
            data-interactive=""
            className="group relative grid size-full place-items-center rounded-card -outline-offset-2"
          >
            <img
              src={poster}
              alt=""
              width={1920}
              height={1080}
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full object-cover"
            />
            <span className="relative flex items-center gap-3 rounded-full bg-primary py-3 ps-4 pe-6 font-medium text-on-primary group-hover:bg-primary/90">
              <Play aria-hidden className="size-5 fill-current" />
              <span>
                Play<span className="max-sm:sr-only">: {title}</span>
              </span>
            </span>
          </a>
        )}
      </div>
      <details className="mt-2 text-sm text-muted-fg">
        <summary className="w-fit py-1">Read the transcript</summary>
        <ol className="mt-2 grid max-w-[68ch] gap-2">
          {Object.values(story).map((chapter) => (
            <li key={chapter}>{chapter}</li>
          ))}
        </ol>
      </details>
    </section>
  )
}

/** The video replaces the link that had the focus. */
function focus(video: HTMLVideoElement | null): void {
  video?.focus()
}
