/** How many days before the end of a trial we remind the user. */
export const trialReminderDays = [7, 3, 0] as const
type TrialReminderDays = (typeof trialReminderDays)[number]

/**
 * The reminder that is due with so many days left. It stays due until the next one is, so that it
 * comes late rather than never if we were down on the day.
 */
export function toTrialReminder(daysLeft: number | null): TrialReminderDays | null {
  if (daysLeft === null) return null
  return trialReminderDays.findLast((days) => daysLeft <= days) ?? null
}
