import { toMailDate } from '../world/compose.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import {
  prependHeaders,
  readHeaders,
  removeHeader,
  type Header,
  type MailHeaders,
} from '../world/mime.ts'
import { toRecipients } from '../world/world.ts'
import { invalidArgument, notFound, notSimulated, rateLimited } from './gmail-error.ts'
import type { Gmail } from './gmail.ts'

/** Sends a mail in the mailbox's name and keeps it under SENT. */
export function sendMail(
  gmail: Gmail,
  store: MailStore,
  raw: Uint8Array,
  threadId: string,
): StoredMail {
  const headers = readHeaders(raw)
  const recipients = [...toRecipients(headers)]
  if (recipients.length === 0) throw invalidArgument('Recipient address required')
  requireOwnSender(store, headers)
  gmail.sendingLimit.count(store)
  const finished = finish(gmail, store, raw)
  const isForOneself = recipients.some((recipient) => store.owns(recipient))
  gmail.world.send(store, finished)
  return store.add({
    raw: finished,
    threadId,
    places: isForOneself ? ['sent', 'inbox'] : ['sent'],
    isRead: !isForOneself,
  })
}

/**
 * A mail joins a thread only when the thread is named, it refers to one of its
 * mails, and the subject is the same
 * (https://developers.google.com/workspace/gmail/api/guides/threads). An unknown
 * thread is a 404: PROVIDERS 1.5 U.
 */
export function chooseThread(
  gmail: Gmail,
  store: MailStore,
  raw: Uint8Array,
  threadId: unknown,
): string {
  if (typeof threadId === 'string' && threadId !== '') {
    if (!store.hasThread(threadId)) throw notFound()
    if (store.belongsTo(threadId, readHeaders(raw))) return threadId
  }
  return gmail.world.chance.hex(16)
}

/** Gmail puts its own address in the place of a stranger's. We refuse: whoever sends so has a bug. */
function requireOwnSender(store: MailStore, headers: MailHeaders): void {
  const stranger = headers.addresses('from').find(({ address }) => !store.owns(address))
  if (stranger) throw notSimulated(`sending from ${stranger.address}, which is not this mailbox's`)
}

/** Whether Gmail keeps a Message-ID it is given is PROVIDERS 9 U, so both can be had. */
function finish(gmail: Gmail, store: MailStore, raw: Uint8Array): Uint8Array {
  const headers = readHeaders(raw)
  const given = headers.find('message-id')
  const added: Header[] = []
  if (given === null || !gmail.keepsMessageIds)
    added.push({ name: 'Message-ID', value: `<CA${gmail.world.chance.token(48)}@mail.gmail.com>` })
  if (headers.find('date') === null)
    added.push({ name: 'Date', value: toMailDate(gmail.world.clock.now()) })
  if (headers.find('from') === null) added.push({ name: 'From', value: store.address })
  const rest = gmail.keepsMessageIds ? raw : removeHeader(raw, 'message-id')
  return added.length === 0 ? raw : prependHeaders(rest, added)
}

const dayMs = 24 * 3_600_000

/** About 500 mails a day for a person, 2,000 for an organisation (PROVIDERS 1.3 U). */
export class SendingLimit {
  readonly #sentAt = new Map<MailStore, number[]>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  count(store: MailStore): void {
    const nowMs = this.#now().getTime()
    const recent = (this.#sentAt.get(store) ?? []).filter((atMs) => atMs > nowMs - dayMs)
    const most = /@(?:gmail|googlemail)\.com$/i.test(store.address) ? 500 : 2000
    if (recent.length >= most)
      throw rateLimited(new Date((recent[0] ?? nowMs) + dayMs), '  (Mail sending)')
    this.#sentAt.set(store, [...recent, nowMs])
  }
}
