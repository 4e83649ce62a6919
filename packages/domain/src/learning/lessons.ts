import * as z from 'zod/mini'
import { categories } from '../screening/categories.ts'
import { normaliseAddress } from '../mail/email-address.ts'
import type { Signal } from '../screening/signals.ts'

/** Signals of what a message asks for. Whether the user wants such requests can be learned. */
const requests = [
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

/** Beyond this number, older lessons about the same sender are dropped. */
export const maxLessonsPerSender = 3

/**
 * Beyond this number, the oldest lessons are dropped. The sender reputation remains, so a restored
 * sender stays trusted.
 */
export const maxLessons = 500

const Lesson = z.object({
  /** Identifies the action, so that learning it twice counts once and it can be undone. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  action: z.enum(['restored', 'reported']),
  actionAtMs: z.int(),
  sender: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.includes('@')),
  category: z.enum(categories),
  signals: z.pipe(
    z.array(z.string()),
    z.transform((names) => requests.filter((request) => names.includes(request))),
  ),
})

/**
 * One action of the user, with what was known about the message. Contains no text of the message.
 */
export type Lesson = Readonly<z.output<typeof Lesson>>

/**
 * What we have learned from a user's actions, newest first. Stored as JSON and read by
 * `parseLessons`.
 */
export type Lessons = readonly Lesson[]

export const noLessons: Lessons = []

type LearnableAction = Omit<Lesson, 'signals'> & { readonly signals: readonly Signal[] }

/**
 * Adds lessons. They are sorted by the time of the action, so the order of calls does not matter.
 */
export function learn(lessons: Lessons, ...actions: readonly LearnableAction[]): Lessons {
  return parseLessons([...lessons, ...actions])
}

/** Removes the lesson of an action that the user has undone. */
export function unlearn(lessons: Lessons, id: string): Lessons {
  return lessons.filter((lesson) => lesson.id !== id)
}

export function forgetSender(lessons: Lessons, address: string): Lessons {
  const sender = normaliseAddress(address)
  return lessons.filter((lesson) => lesson.sender !== sender)
}

/** Drops invalid entries and those beyond the limits. Accepts any input. */
export function parseLessons(stored: unknown): Lessons {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : []
  const lessons = entries.flatMap((entry) => Lesson.safeParse(entry).data ?? [])
  const byId = Map.groupBy(lessons, ({ id }) => id)
  const known = [...byId.values()].flatMap(([first]) => first ?? []).sort(newestFirst)
  const senders = Map.groupBy(known, ({ sender }) => sender)
  return [...senders.values()]
    .flatMap((ofSender) => ofSender.slice(0, maxLessonsPerSender))
    .sort(newestFirst)
    .slice(0, maxLessons)
}

function newestFirst(a: Lesson, b: Lesson): number {
  return b.actionAtMs - a.actionAtMs || (a.id < b.id ? 1 : -1)
}
