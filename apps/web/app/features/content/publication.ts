import type { PostLine } from '@doorman/contract/content'

export type Publication = 'draft' | 'scheduled' | 'published'

export function toPublication(
  { publishedAt }: Pick<PostLine, 'publishedAt'>,
  now: Date,
): Publication {
  if (publishedAt === null) return 'draft'
  return new Date(publishedAt) > now ? 'scheduled' : 'published'
}

/** A moment as a field of the browser takes it: the reader's own time, without a zone. */
export function toLocalField(isoTime: string | null): string {
  if (isoTime === null) return ''
  const time = new Date(isoTime)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** When an article appears: not at all, at the time that was entered, or now. */
export function toPublishedAt(
  { isPublic, entered }: { isPublic: boolean; entered: string },
  now: Date,
): string | null {
  if (!isPublic) return null
  const time = new Date(entered)
  return (Number.isNaN(time.getTime()) ? now : time).toISOString()
}
