import type { VirtualClock } from './clock.ts'
import { FaultPlan, type FaultResponses, type Service } from './faults.ts'
import { MailStore, toPlainAddress } from './mailbox/mail-store.ts'
import type { NewMessage, SimulatedProvider, StoredMessage } from './mailbox/stored-message.ts'
import { readHeaders, removeHeader, type MessageHeaders } from './message/mime.ts'
import { addReceptionHeaders, type AuthenticationResult } from './message/reception-headers.ts'
import { PushDelivery } from './push-delivery.ts'
import { createRandom, type Random } from './random.ts'
import { WorldRecord } from './record.ts'
import { SenderFaults } from './sender-faults.ts'

export type Handler = (request: Request) => Promise<Response>

type NewMailbox = {
  readonly provider: SimulatedProvider
  readonly address: string
  readonly name: string
  readonly about?: string
  readonly aliases?: readonly string[]
  readonly contactAddress?: string
  readonly isAddressVerified?: boolean
  /** Received messages get the provider's headers; those in `sent` or `drafts` do not. */
  readonly messages?: readonly IncomingMessage[]
  /** Change ids start above this one. */
  readonly firstChangeId?: bigint
}

export type IncomingMessage = NewMessage & { readonly authentication?: AuthenticationResult }

/** An address outside the simulated mailboxes that may reply to the messages it receives. */
export type ExternalAddress = {
  readonly address: string
  /** The raw replies, in order. Each is delivered to its own `To`. */
  readonly reply: (message: ReceivedMessage) => readonly Uint8Array[]
}

export type ReceivedMessage = {
  readonly raw: Uint8Array
  readonly headers: MessageHeaders
  readonly at: Date
}

/** The simulated providers, their mailboxes and their clock. */
export type World = {
  readonly clock: VirtualClock
  readonly random: Random
  readonly faults: FaultPlan
  readonly pushDelivery: PushDelivery
  readonly senderFaults: SenderFaults
  readonly record: WorldRecord
  readonly mailboxes: readonly MailStore[]
  addMailbox(mailbox: NewMailbox): MailStore
  addExternalAddress(external: ExternalAddress): void
  /** Finds a mailbox by its address, an alias or a plus-address. */
  findMailbox(address: string): MailStore | null
  /** Delivers a message from outside now, with the headers that the receiving provider adds. */
  deliver(raw: Uint8Array, to: string, options?: Omit<IncomingMessage, 'raw'>): StoredMessage
  /**
   * Records a message sent from a mailbox, and delivers it a second later to recipients in this
   * world.
   */
  send(from: MailStore, raw: Uint8Array): void
  /** Wraps a service's handler: each request is recorded, and may get a planned fault. */
  serve(service: Service, handle: Handler, responses: FaultResponses): Handler
}

const transitMs = 1000

export type WorldOptions = {
  readonly clock: VirtualClock
  readonly seed?: number
  /** How notifications reach the product. */
  readonly fetch?: typeof globalThis.fetch
}

export function createWorld({ clock, seed = 1, fetch = refuseFetch }: WorldOptions): World {
  const random = createRandom(seed)
  const faults = new FaultPlan(clock)
  const record = new WorldRecord()
  const mailboxes: MailStore[] = []
  const byAddress = new Map<string, MailStore>()
  const findMailbox = (address: string) => byAddress.get(toPlainAddress(address)) ?? null
  const transport = createTransport({ clock, random, record, findMailbox })

  return {
    clock,
    random,
    faults,
    record,
    mailboxes,
    senderFaults: new SenderFaults(),
    pushDelivery: new PushDelivery(clock, fetch, record),
    findMailbox,
    ...transport,
    addMailbox({ provider, address, name, aliases = [], messages = [], ...rest }) {
      const { about = '', firstChangeId = 1_000n, isAddressVerified = true, contactAddress } = rest
      const subject = provider === 'google' ? toGoogleSubject(random) : random.uuid()
      const owner = {
        provider,
        address,
        name,
        about,
        aliases,
        subject,
        isAddressVerified,
        ...(contactAddress !== undefined && { contactAddress }),
      }
      const store = new MailStore(owner, { clock, random, firstChangeId })
      for (const own of store.addresses) {
        if (findMailbox(own)) throw new Error(`${own} is taken`)
        byAddress.set(toPlainAddress(own), store)
      }
      mailboxes.push(store)
      for (const { authentication, ...message } of messages) {
        const isOwn = [...(message.folders ?? [])].some(
          (folder) => folder === 'sent' || folder === 'drafts',
        )
        if (isOwn) store.add(message)
        else
          transport.deliver(message.raw, address, {
            ...message,
            ...(authentication && { authentication }),
          })
      }
      return store
    },
    serve: (service, handle, responses) => async (request) => {
      const { pathname, search } = new URL(request.url)
      const at = clock.now()
      const recorded = { provider: service, at, method: request.method, url: pathname + search }
      try {
        const response = await faults.handle(service, request, handle, responses)
        record.addRequest({ ...recorded, status: response.status })
        return response
      } catch (error) {
        record.addRequest({ ...recorded, status: null })
        throw error
      }
    },
  }
}

type TransportOptions = Pick<World, 'clock' | 'random' | 'record' | 'findMailbox'>

function createTransport({
  clock,
  random,
  record,
  findMailbox,
}: TransportOptions): Pick<World, 'deliver' | 'send' | 'addExternalAddress'> {
  const externalAddresses = new Map<string, ExternalAddress>()

  const deliver: World['deliver'] = (raw, to, { authentication = 'pass', ...options } = {}) => {
    const store = findMailbox(to)
    if (!store) throw new Error(`No mailbox has the address ${to}`)
    const { provider } = store.owner
    const at = options.receivedAt ?? clock.now()
    const { folders = ['inbox'] } = options
    const reception = { provider, headers: readHeaders(raw), to, at, authentication, folders }
    return store.add({ ...options, raw: addReceptionHeaders(raw, reception, random) })
  }

  const receive = (raw: Uint8Array, recipient: string, sender: MailStore | null) => {
    const store = findMailbox(recipient)
    // A message to oneself exists once in Gmail (sent and in the inbox). Exchange delivers a copy.
    const isStored = store === sender && store?.owner.provider === 'google'
    if (store !== null && !isStored) deliver(raw, recipient)
    const message = { raw, headers: readHeaders(raw), at: clock.now() }
    for (const reply of externalAddresses.get(recipient)?.reply(message) ?? [])
      transmit(reply, null)
  }

  const transmit = (raw: Uint8Array, sender: MailStore | null) => {
    const recipients = [...toRecipients(readHeaders(raw))]
    const withoutBcc = removeHeader(raw, 'bcc')
    clock.after(transitMs, () =>
      recipients.forEach((recipient) => receive(withoutBcc, recipient, sender)),
    )
    return recipients
  }

  return {
    deliver,
    send(from, raw) {
      const recipients = transmit(raw, from)
      record.sends.push({ mailbox: from.address, at: clock.now(), recipients, raw })
    },
    addExternalAddress(external) {
      externalAddresses.set(external.address.toLowerCase(), external)
    },
  }
}

export function toRecipients(headers: MessageHeaders): ReadonlySet<string> {
  const named = ['to', 'cc', 'bcc'].flatMap((name) => headers.addresses(name))
  return new Set(named.map(({ address }) => address))
}

/** Google's subjects have 21 digits. */
function toGoogleSubject(random: Random): string {
  return `1${Array.from({ length: 20 }, () => random.below(10)).join('')}`
}

const refuseFetch: typeof globalThis.fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input)
  throw new Error(`This world was created without fetch: cannot reach ${url}`)
}
