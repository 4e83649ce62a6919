import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { GraphError } from '../graph/graph-error.ts'

/** How Graph refuses a token that it no longer knows. */
export type Refusal = { readonly status: 400 | 404 | 410; readonly code: string }

/**
 * The refusals that were seen: the documented one, and those in public issue trackers. Text from
 * github.com/microsoftgraph/microsoft-graph-docs/issues/2350.
 */
export const refusals: readonly Refusal[] = [
  { status: 410, code: 'SyncStateNotFound' },
  { status: 410, code: 'resyncRequired' },
  { status: 400, code: 'SyncStateInvalid' },
  { status: 400, code: 'ErrorInvalidSyncStateData' },
  { status: 400, code: 'InvalidSyncStateData' },
  { status: 400, code: 'BadRequest' },
  { status: 404, code: 'ErrorItemNotFound' },
]

const documented: Refusal = { status: 410, code: 'SyncStateNotFound' }

type Generation = { readonly number: number; readonly refusal: Refusal }

/** The current generation of each mailbox's delta tokens. Older tokens are refused. */
export class SyncStates {
  readonly #generations = new Map<MailStore, Generation>()

  /** Invalidates the delta tokens of a mailbox. */
  lose(store: MailStore, refusal: Refusal = documented): void {
    this.#generations.set(store, { number: this.generationOf(store) + 1, refusal })
  }

  generationOf(store: MailStore): number {
    return this.#generations.get(store)?.number ?? 1
  }

  /** The reader must start over. */
  toRefusal(store: MailStore, location: string): GraphError {
    const { status, code } = this.#generations.get(store)?.refusal ?? documented
    return new GraphError(
      status,
      code,
      'The sync state generation is not found; generation=149;[highest=157][157][155][156].',
      status === 410 ? { location } : {},
    )
  }
}
