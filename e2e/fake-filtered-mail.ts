import type { Page, Route } from 'playwright-core'
import { anAccount, gmailId } from './fake-account.ts'

const microsoftId = '00000000-0000-4000-8000-000000000002'
const hourMs = 3_600_000

export type Email = ReturnType<typeof anEmail>

/** An email as the API tells of it; those with odd numbers came to the Microsoft account. */
export function anEmail(number: number, changes: object = {}) {
  const isGmail = number % 2 === 0
  return {
    id: `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    provider: isGmail ? 'gmail' : 'microsoft',
    gmailAccountId: isGmail ? gmailId : null,
    microsoftAccountId: isGmail ? null : microsoftId,
    messageId: `m${number}`,
    from: `Pat ${number} <pat${number}@vendor.example>`,
    subject: `Pitch ${number}`,
    snippet: '',
    receivedAt: new Date(Date.UTC(2026, 10, 15) - number * hourMs).toISOString(),
    classificationScore: 0.984,
    category: 'sales',
    reasoning: 'It looks like a sales pitch: it asks for a call or a meeting.',
    detectedSignals: ['Asks for a call or a meeting', 'Names other clients'],
    redactionStats: {
      emails: 2,
      phones: 1,
      urls: 0,
      creditCards: 0,
      ssns: 0,
      amounts: 0,
      ipAddresses: 0,
      accountNumbers: 0,
    },
    action: undefined as string | undefined,
    hasAnswerBounced: false,
    isGone: false,
    ...changes,
  }
}

export function someEmails(count: number): Email[] {
  return Array.from({ length: count }, (_, index) => anEmail(index + 1))
}

/**
 * The calls of the page with mail of a test's own, for what no simulated mailbox
 * has or does on demand: thousands of mails, refusals, answers that wait.
 */
export async function fakeFilteredMail(page: Page, emails: Email[]) {
  const mail = {
    emails,
    gmail: [anAccount()],
    microsoft: [anAccount({ id: microsoftId, email: 'sam@outlook.example' })],
    pageSize: 100,
    /** The queries of the list that were asked for, and the acts with their bodies. */
    lists: [] as string[],
    acts: [] as string[],
    /** Stands in for the answer to an act. */
    onAct: null as ((route: Route) => Promise<void>) | null,
  }
  await page.route('**/api/gmail-accounts', (route) => route.fulfill({ json: mail.gmail }))
  await page.route('**/api/microsoft-accounts', (route) => route.fulfill({ json: mail.microsoft }))
  await page.route(/\/api\/filtered-emails(\?|$)/, (route) => {
    const { search, searchParams } = new URL(route.request().url())
    mail.lists.push(search)
    return route.fulfill({ json: list(mail, searchParams) })
  })
  await page.route(/\/api\/filtered-emails\/.*(action|actions|undo)$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const body = route.request().postData() ?? ''
    mail.acts.push(`${pathname.replace('/api/filtered-emails/', '')} ${body}`.trim())
    if (mail.onAct) return mail.onAct(route)
    return route.fulfill({ json: act(mail, pathname, body) })
  })
  return mail
}

function list(
  { emails, pageSize }: { emails: Email[]; pageSize: number },
  query: URLSearchParams,
): Email[] {
  const words = query.get('search')?.toLowerCase() ?? ''
  const account = query.get('accountId')
  const found = emails.filter(
    ({ from, subject, gmailAccountId, microsoftAccountId }) =>
      `${from}\n${subject}`.toLowerCase().includes(words) &&
      (!account || account === gmailAccountId || account === microsoftAccountId),
  )
  const start = found.findIndex(({ id }) => id === query.get('before')) + 1
  return found.slice(start, start + pageSize)
}

function act(mail: { emails: Email[] }, pathname: string, body: string) {
  const [id = '', verb] = pathname.replace('/api/filtered-emails/', '').split('/')
  const { ids = [id], action = verb } = JSON.parse(body || '{}')
  const word = { restore: 'restored', spam: 'spam' }[action as string]
  mail.emails = mail.emails.map((email) =>
    ids.includes(email.id) ? { ...email, action: word } : email,
  )
  return id === 'actions' ? { done: ids, failed: [] } : mail.emails.find((email) => email.id === id)
}
