const minute = 60
const hour = 60 * minute

type Rule = {
  readonly points: number
  readonly seconds: number
  /** Whether a success ends the limit early. */
  readonly canReset?: true
}

/** Rate limits: `points` attempts in `seconds`, for one email address, user, device or network. */
export const limitRules = {
  'login-address-network': { points: 10, seconds: 15 * minute, canReset: true },
  'login-ip': { points: 30, seconds: minute },
  'login-address': { points: 100, seconds: hour, canReset: true },
  'login-device': { points: 10, seconds: 15 * minute, canReset: true },
  'login-device-address': { points: 30, seconds: minute },
  'provider-sign-in-ip': { points: 60, seconds: minute },
  'register-ip': { points: 20, seconds: hour },
  'taken-address': { points: 5, seconds: hour },
  'mail-address': { points: 5, seconds: hour },
  'mail-ip': { points: 20, seconds: hour },
  'link-ip': { points: 30, seconds: minute },
  'password-user': { points: 10, seconds: 15 * minute, canReset: true },
  'second-factor-sign-in': { points: 5, seconds: 15 * minute },
  'second-factor-user': { points: 10, seconds: 15 * minute, canReset: true },
  'view-post': { points: 1, seconds: 6 * hour },
  'view-ip': { points: 100, seconds: hour },
  'export-user': { points: 5, seconds: hour },
  'email-export-user': { points: 20, seconds: hour },
  'trust-sender-user': { points: 300, seconds: hour },
  'new-address': { points: 5, seconds: hour },
  'change-address-user': { points: 5, seconds: hour },
  'connect-user': { points: 30, seconds: hour },
  'contact-ip': { points: 5, seconds: hour },
  'csp-report-ip': { points: 20, seconds: hour },
  'preview-user': { points: 60, seconds: minute },
  'checkout-user': { points: 20, seconds: hour },
  'billing-user': { points: 30, seconds: minute },
  'test-email-user': { points: 20, seconds: 10 * minute },
} as const satisfies Record<string, Rule>

export type LimitName = keyof typeof limitRules

type ResettableLimit = {
  [Name in LimitName]: (typeof limitRules)[Name] extends { canReset: true } ? Name : never
}[LimitName]

export type Limits = {
  /** Counts an attempt and returns the number so far. Throws `too-many` above the limit. */
  count(name: LimitName, ...key: readonly string[]): Promise<number>
  /** Resets the count in every process, for example after a login with the right password. */
  reset(name: ResettableLimit, ...key: readonly string[]): Promise<void>
  /** Resets every count whose key has further parts after these. Reads the whole table. */
  resetAll(name: ResettableLimit, ...key: readonly string[]): Promise<void>
  /** Deletes every count whose key begins with one of these. Reads the whole table. */
  forget(...keys: readonly string[]): Promise<void>
}
