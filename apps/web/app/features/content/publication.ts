import type { PostSummary } from '@doorman/contract/content'

export type Publication = 'draft' | 'scheduled' | 'published'

export function toPublication(
  { publishedAt }: Pick<PostSummary, 'publishedAt'>,
  now: Date,
): Publication {
  if (publishedAt === null) return 'draft'
  return new Date(publishedAt) > now ? 'scheduled' : 'published'
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const dayAndYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** When a scheduled article goes public, as 'Nov 20 at 9:00 AM' or 'today at 9:00 AM'. */
export function formatSchedule(isoTime: string, now: Date): string {
  const time = new Date(isoTime)
  return `${toDay(time, now)} at ${timeOfDay.format(time)}`
}

function toDay(time: Date, now: Date): string {
  if (time.toDateString() === now.toDateString()) return 'today'
  return (time.getFullYear() === now.getFullYear() ? dayOfYear : dayAndYear).format(time)
}

/** A time as a `datetime-local` input needs it: local, without a time zone. */
export function toLocalField(isoTime: string | null): string {
  if (isoTime === null) return ''
  const time = new Date(isoTime)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** When an article is published: never, at the entered time, or now. */
export function toPublishedAt(
  { isPublic, entered }: { isPublic: boolean; entered: string },
  now: Date,
): string | null {
  if (!isPublic) return null
  const time = new Date(entered)
  return (Number.isNaN(time.getTime()) ? now : time).toISOString()
}
