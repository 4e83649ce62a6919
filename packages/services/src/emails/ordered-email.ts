import type { emails, users } from '@doorman/db/schema'

/** An email that was ordered, and the user it is for. */
export type OrderedEmail = {
  readonly email: typeof emails.$inferSelect
  readonly user: typeof users.$inferSelect
}
