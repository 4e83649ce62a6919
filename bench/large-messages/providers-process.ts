import * as google from '@doorman/mail/testing/fake-google'
import * as microsoft from '@doorman/mail/testing/fake-microsoft'
import { serveOverHttp } from '@doorman/mail/testing/serve-over-http'
import { listLargeMessages } from './large-messages.ts'
import type { BenchMailbox } from './load-process.ts'

// Simulated Gmail and Graph over HTTP, with one mailbox each. They have their own process, so that
// the memory they need for large messages is not counted as Doorman's.

const gmail = google.createFakeGoogle()
const gmailTokens = await google.connect(gmail)
const outlook = await microsoft.connectMailbox()
// Rate limits recover with the clock.
gmail.virtualClock.followRealTime()
microsoft.virtualClock.followRealTime()
const gmailIds: Record<string, string> = {}
const outlookIds: Record<string, string> = {}
for (const [name, raw] of listLargeMessages()) {
  gmailIds[name] = gmail.world.deliver(raw, gmail.store.address, { folders: ['inbox'] }).id
  outlookIds[name] = (await outlook.deliver(raw)).id
}

const servers = await Promise.all([
  serveOverHttp((request) => gmail.fetch(toInner(request, gmail.baseUrl))),
  serveOverHttp((request) => microsoft.fetchMicrosoft(toInner(request, microsoft.graphUrl))),
])

const mailboxes: readonly BenchMailbox[] = [
  {
    provider: 'gmail',
    url: servers[0].url,
    accessToken: await gmailTokens.use(async (token) => token),
    ids: gmailIds,
  },
  {
    provider: 'microsoft',
    url: servers[1].url,
    accessToken: outlook.readAccessToken(),
    ids: outlookIds,
  },
]
process.on('disconnect', () => process.exit())
process.send?.(mailboxes)

function toInner(request: Request, baseUrl: string): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(baseUrl + pathname + search, request)
}
