const minute = 60
const hour = 60 * minute

/** Rate limits: `points` attempts in `seconds`, for one email address, user or network. */
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
  /** Counts an attempt and returns the number so far. Throws `too-many` above the limit. */
  count(name: LimitName, key: string): Promise<number>
  /** Resets the count, for example after a login with the right password. */
  reset(name: LimitName, key: string): Promise<void>
}
