import type { Classifier } from '@doorman/classifier/classifier'
import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import type { Notify } from '@doorman/notify/notify'
import type { Payments } from '@doorman/payments/payments'
import type { Devices } from './devices.ts'
import type { Jobs } from './jobs.ts'
import type { KeyRing } from './key-ring.ts'
import type { Limits } from './limits.ts'
import type { Login } from './login.ts'
import type { MailAccess } from './mail-access.ts'
import type { Meter } from './meter.ts'
import type { Passwords } from './passwords.ts'
import type { Pictures } from './pictures.ts'
import type { QueueDesk } from './queue-desk.ts'
import type { SecondFactors } from './second-factors.ts'
import type { Signatures } from './signatures.ts'

/** Everything that services need from outside: the database, the clock and the other ports. */
export type Context = {
  readonly db: Db
  readonly jobs: Jobs
  readonly queueDesk: QueueDesk
  readonly login: Login
  readonly devices: Devices
  readonly limits: Limits
  readonly passwords: Passwords
  readonly secondFactors: SecondFactors
  readonly keyRing: KeyRing
  readonly mail: MailAccess
  /** The local model. Messages that it reads stay on this machine. */
  readonly classifier: Classifier
  /**
   * The local model and, if one is configured, a language model for messages it is unsure about.
   */
  readonly cascadeFor: (userId: UserId) => Classifier
  readonly notify: Notify
  /** `null` if the operator has not set up payments: Pro cannot be bought. */
  readonly payments: Payments | null
  readonly signatures: Signatures
  readonly pictures: Pictures
  readonly meter: Meter
  readonly now: () => Date
  /** Logs an error that does not stop the caller. A comment at each call says why it need not. */
  readonly report: (error: unknown) => void
  readonly sleep: (ms: number) => Promise<void>
  /** Receives the messages of the contact form. */
  readonly contactEmail: string
  /** Whether admins need a second factor, and their password again for grave acts. Not in the demo. */
  readonly adminsNeedSecondFactor: boolean
  /** Base URL of the product, without a trailing slash. */
  readonly publicUrl: string
}
