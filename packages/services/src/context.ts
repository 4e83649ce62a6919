import type { Classifier } from '@doorman/classifier/classifier'
import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import type { Notify } from '@doorman/notify/notify'
import type { Jobs } from './jobs.ts'
import type { KeyRing } from './key-ring.ts'
import type { Limits } from './limits.ts'
import type { Login } from './login.ts'
import type { MailAccess } from './mail-access.ts'
import type { Passwords } from './passwords.ts'
import type { Pictures } from './pictures.ts'

/** The world, as services see it. */
export type Context = {
  readonly db: Db
  readonly jobs: Jobs
  readonly login: Login
  readonly limits: Limits
  readonly passwords: Passwords
  readonly keyRing: KeyRing
  readonly mail: MailAccess
  /** The local model: whatever it reads stays on this machine. */
  readonly classifier: Classifier
  /** The same, and a second opinion on what it is unsure of, where a language model is set up. */
  readonly cascadeFor: (userId: UserId) => Classifier
  readonly notify: Notify
  readonly pictures: Pictures
  readonly now: () => Date
  /** Notes an error that the product goes on without; the comment there says why it may. */
  readonly report: (error: unknown) => void
  readonly sleep: (ms: number) => Promise<void>
  /** Who reads what is written to us by the contact form. */
  readonly contactEmail: string
  /** Where people reach us, without a trailing slash. */
  readonly publicUrl: string
}

/** Who asks, and in which login session. */
export type Actor = { readonly userId: UserId; readonly sessionId: string }

/** Where a request comes from: its cookies and its network. */
export type Visitor = {
  readonly cookie: string | undefined
  /** An IPv4 address, or the half of an IPv6 address that one customer of a provider has. */
  readonly network: string
}
