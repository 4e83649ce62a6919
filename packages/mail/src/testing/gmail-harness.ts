import { productName, replyMarker } from '@doorman/domain/brand'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { StoredMessage } from '@doorman/simulators/world/mailbox/stored-message'
import { readHeaders } from '@doorman/simulators/world/message/mime'
import { toRecipients } from '@doorman/simulators/world/world'
import { createGmailMailbox } from '../gmail/gmail-mailbox.ts'
import type { ProviderMessageId } from '../mailbox.ts'
import { parseMime } from '../mime/parse-mime.ts'
import type { CallKind, Fault, FaultyMailboxHarness } from './conformance/faulty-harness.ts'
import { toRawMessage, type MessageOfUser } from './conformance/mailbox-harness.ts'
import { connect, push, type FakeGoogle } from './fake-google.ts'

/** The Gmail adapter at simulated Google, for the conformance suite. */
export async function createGmailHarness(
  google: FakeGoogle,
  pushTopic: string | null = push.topic,
): Promise<FaultyMailboxHarness> {
  const { world, store, transport, baseUrl, virtualClock } = google
  const tokens = await connect(google)
  const mailbox = createGmailMailbox({
    ...transport,
    tokens,
    apiUrl: baseUrl,
    pushTopic,
  })
  const tokenCalls = world.record.requests.filter(({ url }) => url === '/token').length
  const setAsideLabel = () => store.userFolders.find(({ name }) => name === productName)?.id ?? ''
  return {
    mailbox,
    addresses: ['ann@own.test', 'sales@own.test'],
    now: () => virtualClock.now(),
    deliver: async (raw, location = 'inbox') => {
      await virtualClock.advance(1000)
      return world.deliver(raw, store.address, { folders: [location] }).id as ProviderMessageId
    },
    readState: async (id) => {
      const stored = store.find(id)
      if (!stored) return null
      return { location: toLocation(stored.folders, setAsideLabel()), isRead: stored.isRead }
    },
    moveAsUser: async (id, to) => {
      const folders = { elsewhere: 'archive', 'set-aside': setAsideLabel() } as Record<
        string,
        string
      >
      store.move(id, folders[to] ?? to)
    },
    deleteAsUser: async (id) => store.remove(id),
    sendAsUser: async (message) => addByUser(store, 'sent', message),
    deleteSentAsUser: async (rfcMessageId) => {
      const isWanted = ({ headers }: StoredMessage) => headers.find('message-id') === rfcMessageId
      store.remove(Array.from(store.list('sent')).find(isWanted)?.id ?? '')
    },
    // Gmail stores a message before it sends it.
    delaySentCopies: () => {},
    createDraftAsUser: async (to) =>
      addByUser(store, 'drafts', { to, rfcMessageId: '<draft@own.test>' }),
    forgetChanges: async () => store.forgetChanges(),
    listReplies: () => Promise.all(world.record.sends.map(({ raw }) => toSentReply(raw))),
    countDrafts: async () => [...store.list('drafts')].length,
    fail: (fault, kind, times = 1, skip = 0) =>
      world.faults.push({
        provider: 'google',
        match: ({ method, url }) => toCallKind(method, new URL(url).pathname) === kind,
        times,
        skip,
        effect: toEffect(fault),
      }),
    failFor: (id, fault) =>
      world.faults.push({
        provider: 'google',
        match: ({ method, url }) => method === 'GET' && url.includes(id),
        times: Number.POSITIVE_INFINITY,
        effect: toEffect(fault),
      }),
    endFaults: () => world.faults.clear(),
    countCalls: (kind) =>
      world.record.requests.filter(
        ({ method, url }) => toCallKind(method, url.split('?')[0] ?? '') === kind,
      ).length - (kind === 'refreshing' ? tokenCalls : 0),
    passTime: (ms) => virtualClock.advance(ms),
    revokeAccess: async () => store.endAccess('revoked'),
    countSetAsideFolders: async () =>
      store.userFolders.filter(({ name }) => name === productName).length,
    deleteSetAsideFolder: async () => store.removeUserFolder(setAsideLabel()),
    renameSetAsideFolder: async () => store.putUserFolder({ id: setAsideLabel(), name: 'Sales' }),
  }
}

/** Gmail's answers for faults that the simulator does not know. */
function toEffect(fault: Fault): FaultEffect {
  if (fault === 'token-refused') return toRefusal(401, 'authError')
  if (fault === 'permission-missing') return toRefusal(403, 'insufficientPermissions')
  return fault
}

export function toRefusal(code: number, reason: string): FaultEffect {
  const message = 'Dear Ann, about your order'
  return { status: code, body: { error: { code, message, errors: [{ message, reason }] } } }
}

function toCallKind(method: string, path: string): CallKind | null {
  if (path === '/token') return 'refreshing'
  if (path.startsWith('/batch/')) return 'reading'
  if (!path.startsWith('/gmail/')) return null
  if (method === 'GET') return 'reading'
  return path.endsWith('/send') ? 'sending' : 'writing'
}

function toLocation(folders: ReadonlySet<string>, setAsideLabel: string) {
  if (folders.has('bin') || folders.has('junk')) return folders.has('bin') ? 'bin' : 'junk'
  if (folders.has('inbox')) return 'inbox'
  return folders.has(setAsideLabel) ? 'set-aside' : 'elsewhere'
}

function addByUser(
  store: MailStore,
  folder: string,
  { to, cc, bcc, rfcMessageId }: MessageOfUser,
): void {
  const copies = [...(cc ? [`Cc: ${cc}`] : []), ...(bcc ? [`Bcc: ${bcc}`] : [])]
  const headers = [`Message-ID: ${rfcMessageId}`, ...copies]
  const raw = toRawMessage({ from: store.address, headers }).toString()
  const addressed = Buffer.from(raw.replace(/^To: .*$/m, `To: ${to}`))
  store.add({ raw: addressed, folders: [folder], isRead: true })
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

/** The same Google, but every call takes this long. */
export function slowDown(google: FakeGoogle, ms: number): FakeGoogle {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    await google.virtualClock.advance(ms)
    return google.fetch(input, init)
  }
  return { ...google, transport: { ...google.transport, fetch } }
}
