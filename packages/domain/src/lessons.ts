import * as z from 'zod/mini'
import { categories } from './decide.ts'
import { normaliseAddress } from './email-address.ts'
import type { Signal } from './signals.ts'

/** What a mail wants is a matter of taste, so there is something to learn; how it is worded is not. */
const wishes = [
  'recruits',
  'applies',
  'sells-staff',
  'offers-capital',
  'wants-to-buy-the-company',
  'seeks-investment',
  'pitches-a-story',
  'wants-a-link',
  'sells-visibility',
  'sells-contacts',
  'seeks-a-partnership',
  'asks-for-advice',
] as const satisfies readonly Signal[]

/** More than this about one sender teaches nothing new. */
export const mostLessonsPerSender = 3

/** Beyond it the oldest fall out. Who was restored stays trusted all the same: a skip rule sees to that. */
export const mostLessons = 500

const Lesson = z.object({
  /** Names the act, so that it counts once however often it is told, and can be taken back. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  act: z.enum(['restored', 'reported']),
  actedAtMs: z.int(),
  sender: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.includes('@')),
  category: z.enum(categories),
  signals: z.pipe(
    z.array(z.string()),
    z.transform((names) => wishes.filter((wish) => names.includes(wish))),
  ),
})

/** One act of the user's, with what was known of the mail and none of its words. */
export type Lesson = Readonly<z.output<typeof Lesson>>

/** What a user has taught us, newest first. Plain data, to be kept as JSON and read back by `parseLessons`. */
export type Lessons = readonly Lesson[]

/** Before the first act, and after the user has asked us to forget. */
export const noLessons: Lessons = []

type Act = Omit<Lesson, 'signals'> & { readonly signals: readonly Signal[] }

/** When something was done counts, not when it is told. */
export function learn(lessons: Lessons, ...acts: readonly Act[]): Lessons {
  return parseLessons([...lessons, ...acts])
}

/** As if the act had never been. */
export function unlearn(lessons: Lessons, id: string): Lessons {
  return lessons.filter((lesson) => lesson.id !== id)
}

export function forgetSender(lessons: Lessons, address: string): Lessons {
  const sender = normaliseAddress(address)
  return lessons.filter((lesson) => lesson.sender !== sender)
}

/** Within its bounds, whatever was stored. What is broken is left out, be it the whole. */
export function parseLessons(stored: unknown): Lessons {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : []
  const lessons = entries.flatMap((entry) => Lesson.safeParse(entry).data ?? [])
  const acts = Map.groupBy(lessons, ({ id }) => id)
  const known = [...acts.values()].flatMap(([first]) => first ?? []).sort(newestFirst)
  const senders = Map.groupBy(known, ({ sender }) => sender)
  return [...senders.values()]
    .flatMap((ofSender) => ofSender.slice(0, mostLessonsPerSender))
    .sort(newestFirst)
    .slice(0, mostLessons)
}

function newestFirst(a: Lesson, b: Lesson): number {
  return b.actedAtMs - a.actedAtMs || (a.id < b.id ? 1 : -1)
}
