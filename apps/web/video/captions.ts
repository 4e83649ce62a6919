import { site } from '@doorman/content/site'
import { chapters } from './script.ts'

/** The video's captions, one per chapter, as WebVTT. */
export function toCaptions(): string {
  const starts = Object.values(chapters)
  const cues = Object.values(site.video.story).map(
    (text, index) =>
      `${toTime(starts[index] ?? 0)} --> ${toTime(starts[index + 1] ?? 0)}\n${text}\n`,
  )
  return ['WEBVTT\n', ...cues].join('\n')
}

function toTime(seconds: number): string {
  return `00:00:${seconds.toFixed(3).padStart(6, '0')}`
}
