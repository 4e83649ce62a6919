import { productName, replyMarker } from '@doorman/domain/brand'
import { readHeaders } from '@doorman/simulators/world/mime'
import { toRecipients } from '@doorman/simulators/world/world'
import type { StoredMail } from '@doorman/simulators/world/mail-store'
import { describeMailbox } from '../mailbox.conformance.ts'
import {
  describeMailboxFaults,
  type CallKind,
  type Fault,
  type FaultyBench,
} from '../mailbox-faults.conformance.ts'
import type { MailId } from '../mailbox.ts'
import { parseMime } from '../parse-mime.ts'
import { connectMailbox, loginUrl, microsoft, virtualClock, world } from './fake-microsoft.ts'

describeMailbox('Outlook', createBench)
describeMailboxFaults('Outlook', createBench)

async function createBench(): Promise<FaultyBench> {
  const calls: CallKind[] = []
  const { store, mailbox, deliver, write, findOwnFolder } = await connectMailbox((asked) => {
    calls.push(toKind(asked))
  })
  const known = new Map<MailId, StoredMail>()
  const find = (id: MailId) => store.find(known.get(id)?.id ?? '')
  const load = (id: MailId) => store.load(known.get(id)?.id ?? '')

  return {
    mailbox,
    addresses: [store.address, store.owner.aliases[0] ?? ''],
    now: () => virtualClock.now(),
    deliver: async (raw, place) => {
      const { mail, id } = await deliver(raw, place)
      known.set(id, mail)
      return id
    },
    look: async (id) => {
      const mail = find(id)
      return mail && { place: toPlace(mail, findOwnFolder()), isRead: mail.isRead }
    },
    moveByHand: async (id, to) => {
      const places = { elsewhere: 'archive', 'set-aside': findOwnFolder() ?? '' }
      store.move(load(id).id, to === 'elsewhere' || to === 'set-aside' ? places[to] : to)
    },
    deleteByHand: async (id) => store.remove(load(id).id),
    sendByHand: async (mail) => void write(mail),
    draftByHand: async (to) => void write({ to }, 'drafts'),
    forgetChanges: async () => microsoft.loseSyncState(store),
    listReplies: () => {
      const sends = world.record.sends.filter((send) => send.mailbox === store.address)
      return Promise.all(sends.map(({ raw }) => toSentReply(raw)))
    },
    countDrafts: async () => [...store.list('drafts')].length,
    fail: (fault, kind, times = 1) =>
      world.faults.push({
        provider: 'microsoft',
        match: (asked) => toKind(asked) === kind,
        times,
        make: toEffect(fault),
      }),
    heal: () => world.faults.clear(),
    countCalls: (kind) => calls.filter((call) => call === kind).length,
    passTime: (ms) => virtualClock.advance(ms),
    endAccess: async () => {
      store.endAccess('revoked')
      // At Microsoft an access token outlives it, for an hour.
      await virtualClock.advance(3_600_000)
    },
    countOwnPlaces: async () => store.userPlaces.filter(({ name }) => name === productName).length,
    deleteOwnPlace: async () => store.removeUserPlace(findOwnFolder() ?? '', 'bin'),
    renameOwnPlace: async () =>
      store.putUserPlace({ id: findOwnFolder() ?? '', name: 'What Doorman found' }),
  }
}

function toKind({ method, url }: Request): CallKind {
  const { pathname } = new URL(url)
  if (pathname.startsWith(new URL(loginUrl).pathname) || pathname.endsWith('/token'))
    return 'refreshing'
  if (method === 'GET') return 'reading'
  return pathname.endsWith('/send') ? 'sending' : 'writing'
}

function toEffect(fault: Fault) {
  if (fault === 'token-refused') return refuse(401, 'InvalidAuthenticationToken')
  if (fault === 'permission-missing') return refuse(403, 'ErrorAccessDenied')
  return fault
}

function refuse(status: number, code: string) {
  return { status, body: { error: { code, message: 'As Graph says it.' } } }
}

function toPlace({ places }: StoredMail, own: string | undefined) {
  const [place = ''] = places
  if (place === own) return 'set-aside'
  return place === 'inbox' || place === 'junk' || place === 'bin' ? place : 'elsewhere'
}

async function toSentReply(raw: Uint8Array) {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  return {
    recipients: [...toRecipients(readHeaders(raw))],
    messageId: parsed.messageId ?? '',
    text: parsed.message.body.text ?? '',
    claimId: parsed.message.headers.get(replyMarker) ?? null,
  }
}
