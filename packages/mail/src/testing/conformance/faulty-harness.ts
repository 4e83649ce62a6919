import type { FaultEffect } from '@doorman/simulators/world/faults'
import { MailError } from '../../mail-error.ts'
import type { ProviderMessageId } from '../../mailbox.ts'
import type { MailboxHarness } from './mailbox-harness.ts'

export type Fault =
  | FaultEffect
  /** 401 for a token that is not expired. */
  | 'token-refused'
  /** 403: our access does not cover the call. */
  | 'permission-missing'

/** `writing`: every call that changes something, except for sending and refreshing the token. */
export type CallKind = 'reading' | 'writing' | 'sending' | 'refreshing'

/** A harness whose provider fails on demand. */
export type FaultyMailboxHarness = MailboxHarness & {
  /** Fails the next calls of a kind; one call by default. `skip`: how many succeed before. */
  fail(fault: Fault, kind: CallKind, times?: number, skip?: number): void
  /** Fails every call that reads this message. */
  failFor(id: ProviderMessageId, fault: Fault): void
  /** Ends all faults. */
  endFaults(): void
  countCalls(kind: CallKind): number
  /** The user revokes our access. */
  revokeAccess(): Promise<void>
  /** Counts labels or folders with Doorman's name. */
  countSetAsideFolders(): Promise<number>
  deleteSetAsideFolder(): Promise<void>
  renameSetAsideFolder(): Promise<void>
}

export async function catchError(call: Promise<unknown>): Promise<MailError> {
  const error: unknown = await call.then(
    () => new Error('The call succeeded'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof MailError) return error
  throw error
}
