import { MailError, type MailFailure } from './mail-error.ts'
import type { ProviderMessageId, ReceivedMessage } from './mailbox.ts'

/** Failures of the whole mailbox: the next message would fail the same way. */
const failuresOfMailbox: ReadonlySet<MailFailure> = new Set([
  'access-revoked',
  'no-mailbox',
  'permission-missing',
  'rate-limited',
])

export function isOfMailbox({ failure }: MailError): boolean {
  return failuresOfMailbox.has(failure)
}

/** `loadMessages` with one call per message. */
export async function loadOneByOne(
  ids: readonly ProviderMessageId[],
  load: (id: ProviderMessageId) => Promise<ReceivedMessage | MailError>,
): Promise<ReadonlyMap<ProviderMessageId, ReceivedMessage | MailError>> {
  const loaded = new Map<ProviderMessageId, ReceivedMessage | MailError>()
  for (const id of ids) loaded.set(id, await load(id).catch(toFailureOfOne))
  return loaded
}

/**
 * `moveMessages` with one call per message. `isWorking`: the provider has just moved other messages.
 * Then `unavailable` is a failure of this message; otherwise the whole call fails.
 */
export async function moveOneByOne(
  ids: readonly ProviderMessageId[],
  move: (id: ProviderMessageId) => Promise<void>,
  { isWorking = false }: { readonly isWorking?: boolean } = {},
): Promise<ReadonlyMap<ProviderMessageId, MailError>> {
  const failed = new Map<ProviderMessageId, MailError>()
  for (const id of ids) {
    const error = await move(id).then(() => null, toFailureOfOne)
    if (error?.failure === 'unavailable' && !isWorking) throw error
    if (error) failed.set(id, error)
    isWorking ||= error === null
  }
  return failed
}

function toFailureOfOne(error: unknown): MailError {
  if (error instanceof MailError && !isOfMailbox(error)) return error
  throw error
}
