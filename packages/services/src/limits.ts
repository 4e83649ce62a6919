const minute = 60
const hour = 60 * minute

/** How often a thing may be tried in so many seconds, by one mail address, user or network. */
export const limitRules = {
  'login-address-short': { points: 10, seconds: 15 * minute },
  'login-address-long': { points: 100, seconds: hour },
  'login-ip': { points: 30, seconds: minute },
  'register-ip': { points: 20, seconds: hour },
  'mail-address': { points: 5, seconds: hour },
  'mail-ip': { points: 20, seconds: hour },
  'link-ip': { points: 30, seconds: minute },
  'password-user': { points: 10, seconds: 15 * minute },
  'view-post': { points: 1, seconds: 6 * hour },
  'view-ip': { points: 100, seconds: hour },
  'connect-user': { points: 30, seconds: hour },
  'contact-ip': { points: 5, seconds: hour },
  'preview-user': { points: 60, seconds: minute },
} as const

export type LimitName = keyof typeof limitRules

export type Limits = {
  /** Counts a try and says how many there have been; one too many is refused with `too-many`. */
  count(name: LimitName, who: string): Promise<number>
  /** Forgets the tries of somebody who turned out to be right. */
  forgive(name: LimitName, who: string): Promise<void>
}
