import { createChance, type Chance } from './chance.ts'
import type { VirtualClock } from './clock.ts'
import { Courier } from './courier.ts'
import { FaultPlan, type FaultWords, type Service } from './faults.ts'
import {
  MailStore,
  toPlainAddress,
  type NewMail,
  type Provider,
  type StoredMail,
} from './mail-store.ts'
import { readHeaders, removeHeader, type MailHeaders } from './mime.ts'
import { Provocations } from './provocations.ts'
import { WorldRecord } from './record.ts'
import { stamp, type Authentication } from './stamp.ts'

export type Handler = (request: Request) => Promise<Response>

export type NewMailbox = {
  readonly provider: Provider
  readonly address: string
  readonly name: string
  readonly about?: string
  readonly aliases?: readonly string[]
  /** Received mail is stamped like mail that arrives; what lies in `sent` or `drafts` is not. */
  readonly mails?: readonly DeliveredMail[]
  /** Where the log's ids begin. */
  readonly firstChangeId?: bigint
}

export type DeliveredMail = NewMail & { readonly authentication?: Authentication }

/** Somebody outside every simulated mailbox, who may answer what they are sent. */
export type Outsider = {
  readonly address: string
  /** The raw answers, in order; each goes where its `To` says. */
  readonly answer: (mail: ReceivedMail) => readonly Uint8Array[]
}

export type ReceivedMail = {
  readonly raw: Uint8Array
  readonly headers: MailHeaders
  readonly at: Date
}

export type World = {
  readonly clock: VirtualClock
  readonly chance: Chance
  readonly faults: FaultPlan
  readonly courier: Courier
  readonly provocations: Provocations
  readonly record: WorldRecord
  readonly mailboxes: readonly MailStore[]
  addMailbox(mailbox: NewMailbox): MailStore
  addOutsider(outsider: Outsider): void
  /** By address, alias or plus-address. */
  findMailbox(address: string): MailStore | null
  /** Mail from outside arrives now, as if this provider had taken it at its door. */
  deliver(raw: Uint8Array, to: string, options?: Omit<DeliveredMail, 'raw'>): StoredMail
  /** Mail leaves a mailbox: it is recorded, and reaches whoever of this world it is for a second later. */
  send(from: MailStore, raw: Uint8Array): void
  /** A service's handler as the network sees it: each request recorded, and faulty where the plan says so. */
  serve(service: Service, handle: Handler, words: FaultWords): Handler
}

const transitMs = 1000

export type WorldOptions = {
  readonly clock: VirtualClock
  readonly seed?: number
  /** How notifications reach the product. */
  readonly fetch?: typeof globalThis.fetch
}

export function createWorld({ clock, seed = 1, fetch = noWayOut }: WorldOptions): World {
  const chance = createChance(seed)
  const faults = new FaultPlan(clock)
  const record = new WorldRecord()
  const mailboxes: MailStore[] = []
  const byAddress = new Map<string, MailStore>()
  const findMailbox = (address: string) => byAddress.get(toPlainAddress(address)) ?? null
  const post = createPost({ clock, chance, record, findMailbox })

  return {
    clock,
    chance,
    faults,
    record,
    mailboxes,
    provocations: new Provocations(),
    courier: new Courier(clock, fetch, record),
    findMailbox,
    ...post,
    addMailbox({ provider, address, name, aliases = [], mails = [], ...rest }) {
      const { about = '', firstChangeId = 1_000n } = rest
      const subject = provider === 'google' ? toGoogleSubject(chance) : chance.uuid()
      const owner = { provider, address, name, about, aliases, subject }
      const store = new MailStore(owner, { clock, chance, firstChangeId })
      for (const own of store.addresses) {
        if (findMailbox(own)) throw new Error(`${own} is taken`)
        byAddress.set(toPlainAddress(own), store)
      }
      mailboxes.push(store)
      for (const { authentication, ...mail } of mails) {
        const isOwn = [...(mail.places ?? [])].some(
          (place) => place === 'sent' || place === 'drafts',
        )
        if (isOwn) store.add(mail)
        else post.deliver(mail.raw, address, { ...mail, ...(authentication && { authentication }) })
      }
      return store
    },
    serve: (service, handle, words) => async (request) => {
      const { pathname, search } = new URL(request.url)
      const at = clock.now()
      const seen = { provider: service, at, method: request.method, url: pathname + search }
      try {
        const response = await faults.answer(service, request, handle, words)
        record.addRequest({ ...seen, status: response.status })
        return response
      } catch (error) {
        record.addRequest({ ...seen, status: null })
        throw error
      }
    },
  }
}

type PostParts = Pick<World, 'clock' | 'chance' | 'record' | 'findMailbox'>

function createPost({
  clock,
  chance,
  record,
  findMailbox,
}: PostParts): Pick<World, 'deliver' | 'send' | 'addOutsider'> {
  const outsiders = new Map<string, Outsider>()

  const deliver: World['deliver'] = (raw, to, { authentication = 'pass', ...options } = {}) => {
    const store = findMailbox(to)
    if (!store) throw new Error(`Nobody here has the address ${to}`)
    const { provider } = store.owner
    const at = options.receivedAt ?? clock.now()
    const reception = { provider, headers: readHeaders(raw), to, at, authentication }
    return store.add({ ...options, raw: stamp(raw, reception, chance) })
  }

  const hand = (raw: Uint8Array, recipient: string, sender: MailStore | null) => {
    const store = findMailbox(recipient)
    // Who writes to themselves has one mail in Gmail, sent and in the inbox; Exchange delivers a second.
    const isKept = store === sender && store?.owner.provider === 'google'
    if (store !== null && !isKept) deliver(raw, recipient)
    const mail = { raw, headers: readHeaders(raw), at: clock.now() }
    for (const answer of outsiders.get(recipient)?.answer(mail) ?? []) carry(answer, null)
  }

  const carry = (raw: Uint8Array, sender: MailStore | null) => {
    const recipients = [...toRecipients(readHeaders(raw))]
    const sealed = removeHeader(raw, 'bcc')
    clock.after(transitMs, () => recipients.forEach((recipient) => hand(sealed, recipient, sender)))
    return recipients
  }

  return {
    deliver,
    send(from, raw) {
      const recipients = carry(raw, from)
      record.sends.push({ mailbox: from.address, at: clock.now(), recipients, raw })
    },
    addOutsider(outsider) {
      outsiders.set(outsider.address.toLowerCase(), outsider)
    },
  }
}

export function toRecipients(headers: MailHeaders): ReadonlySet<string> {
  const named = ['to', 'cc', 'bcc'].flatMap((name) => headers.addresses(name))
  return new Set(named.map(({ address }) => address))
}

/** 21 digits, as Google's are. */
function toGoogleSubject(chance: Chance): string {
  return `1${Array.from({ length: 20 }, () => chance.below(10)).join('')}`
}

const noWayOut: typeof globalThis.fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input)
  throw new Error(`This world has no way out to ${url}`)
}
