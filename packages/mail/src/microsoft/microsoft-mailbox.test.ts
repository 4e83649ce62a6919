import { productName, replyMarker } from '@doorman/domain/brand'
import { readHeaders } from '@doorman/simulators/world/message/mime'
import { toRecipients } from '@doorman/simulators/world/world'
import type { StoredMessage } from '@doorman/simulators/world/mailbox/stored-message'
import { describeMailbox } from '../testing/conformance/mailbox.ts'
import type {
  CallKind,
  Fault,
  FaultyMailboxHarness,
} from '../testing/conformance/faulty-harness.ts'
import { describeMailboxFaults } from '../testing/conformance/mailbox-faults.ts'
import { describeKept } from '../testing/conformance/mailbox-kept.ts'
import { describeSent } from '../testing/conformance/mailbox-sent.ts'
import type { ProviderMessageId } from '../mailbox.ts'
import { parseMime } from '../mime/parse-mime.ts'
import {
  connectMailbox,
  loginUrl,
  microsoft,
  virtualClock,
  world,
} from '../testing/fake-microsoft.ts'

describeMailbox('Microsoft', () => createHarness())
describeMailboxFaults('Microsoft', () => createHarness())
describeSent('Outlook.com', () => createHarness('personal'))
describeKept('Outlook.com', () => createHarness('personal'))

async function createHarness(kind?: 'personal'): Promise<FaultyMailboxHarness> {
  const calls: CallKind[] = []
  const { store, mailbox, deliver, writeAsUser, findSetAsideFolder } = await connectMailbox(
    (call) => {
      calls.push(toCallKind(call))
    },
    kind,
  )
  const known = new Map<ProviderMessageId, StoredMessage>()
  const find = (id: ProviderMessageId) => store.find(known.get(id)?.id ?? '')
  const load = (id: ProviderMessageId) => store.load(known.get(id)?.id ?? '')

  return {
    mailbox,
    addresses: [store.address, store.owner.aliases[0] ?? ''],
    now: () => virtualClock.now(),
    deliver: async (raw, location) => {
      const { stored, id } = await deliver(raw, location)
      known.set(id, stored)
      return id
    },
    readState: async (id) => {
      const stored = find(id)
      return stored && { location: toLocation(stored, findSetAsideFolder()), isRead: stored.isRead }
    },
    moveAsUser: async (id, to) => {
      const folders = { elsewhere: 'archive', 'set-aside': findSetAsideFolder() ?? '' }
      store.move(load(id).id, to === 'elsewhere' || to === 'set-aside' ? folders[to] : to)
    },
    deleteAsUser: async (id) => store.remove(load(id).id),
    sendAsUser: async ({ to, cc = '', bcc = '', rfcMessageId }) => {
      const copies = [
        { name: 'Cc', value: cc },
        { name: 'Bcc', value: bcc },
      ]
      const headers = copies.filter(({ value }) => value !== '')
      writeAsUser({ to, rfcMessageId, headers })
    },
    deleteSentAsUser: async (rfcMessageId) => {
      const isMeant = ({ headers }: StoredMessage) => headers.find('message-id') === rfcMessageId
      store.remove([...store.list('sent')].find(isMeant)?.id ?? '')
    },
    delaySentCopies: (ms) => microsoft.setQuirks({ sentCopyLateByMs: ms }),
    createDraftAsUser: async (to) => void writeAsUser({ to }, 'drafts'),
    forgetChanges: async () => microsoft.loseSyncState(store),
    listReplies: () => {
      const sends = world.record.sends.filter((send) => send.mailbox === store.address)
      return Promise.all(sends.map(({ raw }) => toSentReply(raw)))
    },
    countDrafts: async () => [...store.list('drafts')].length,
    fail: (fault, kind, times = 1, skip = 0) =>
      world.faults.push({
        provider: 'microsoft',
        match: (call) => toCallKind(call) === kind,
        times,
        skip,
        effect: toEffect(fault),
      }),
    failFor: (id, fault) =>
      world.faults.push({
        provider: 'microsoft',
        match: ({ method, url }) => method === 'GET' && url.includes(encodeURIComponent(id)),
        times: Number.POSITIVE_INFINITY,
        effect: toEffect(fault),
      }),
    endFaults: () => world.faults.clear(),
    countCalls: (kind) => calls.filter((call) => call === kind).length,
    passTime: (ms) => virtualClock.advance(ms),
    revokeAccess: async () => {
      store.endAccess('revoked')
      // At Microsoft an access token stays valid for up to an hour after the revocation.
      await virtualClock.advance(3_600_000)
    },
    countSetAsideFolders: async () =>
      store.userFolders.filter(({ name }) => name === productName).length,
    deleteSetAsideFolder: async () => store.removeUserFolder(findSetAsideFolder() ?? '', 'bin'),
    renameSetAsideFolder: async () =>
      store.putUserFolder({ id: findSetAsideFolder() ?? '', name: 'What Doorman found' }),
  }
}

function toCallKind({ method, url }: Request): CallKind {
  const { pathname } = new URL(url)
  if (pathname.startsWith(new URL(loginUrl).pathname) || pathname.endsWith('/token'))
    return 'refreshing'
  if (method === 'GET' || pathname.endsWith('/$batch')) return 'reading'
  return pathname.endsWith('/send') ? 'sending' : 'writing'
}

function toEffect(fault: Fault) {
  if (fault === 'token-refused') return refuse(401, 'InvalidAuthenticationToken')
  if (fault === 'permission-missing') return refuse(403, 'ErrorAccessDenied')
  return fault
}

function refuse(status: number, code: string) {
  return { status, body: { error: { code, message: 'Access is denied.' } } }
}

function toLocation({ folders }: StoredMessage, own: string | undefined) {
  const [location = ''] = folders
  if (location === own) return 'set-aside'
  return location === 'inbox' || location === 'junk' || location === 'bin' ? location : 'elsewhere'
}

async function toSentReply(raw: Uint8Array) {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  return {
    recipients: [...toRecipients(readHeaders(raw))],
    rfcMessageId: parsed.rfcMessageId ?? '',
    text: parsed.message.body.text ?? '',
    claimId: parsed.message.headers.get(replyMarker) ?? null,
  }
}
