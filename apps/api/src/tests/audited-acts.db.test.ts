import { auditLog } from '@doorman/db/schema'
import type { AuditAct } from '@doorman/domain/accounts/audit'
import type { EmailId } from '@doorman/domain/ids'
import { importArticles } from '@doorman/services/blog/import-articles'
import { sendEmailJob } from '@doorman/services/ports/jobs'
import { fakeArticle, fakeLibrary } from '@doorman/services/testing/fake-library'
import { checkAuditLog } from '@doorman/services/audit/check-audit-log'
import { setAdmin } from '@doorman/services/users/set-admin'
import { asc, gt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openFakeApp, type Method } from '../testing/fake-app.ts'

const world = await openFakeApp()
const { request, ctx, routes, jobs } = world
const password = 'correct horse battery'
const boss = { email: 'boss@example.com', password }
let cookie: string | undefined
let count = 0

beforeAll(async () => {
  await importArticles(ctx, fakeLibrary([fakeArticle()]))
  await request('POST', '/api/auth/register', { body: boss })
  await setAdmin(ctx, { email: boss.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body: boss })).cookie
})

const asAdmin = async (method: Method, url: string, body?: unknown) => {
  const answer = await request(method, url, { cookie, ...(body !== undefined && { body }) })
  expect(answer.body).not.toHaveProperty('message')
  if (answer.cookie) cookie = answer.cookie
  return answer.body
}

/** What a call needs: the values of its path's parameters, its query and its body. */
type Call = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}

async function newUser(): Promise<string> {
  const email = `ann${(count += 1)}@example.com`
  const ip = `198.51.100.${count}`
  const { cookie: own } = await request('POST', '/api/auth/register', {
    body: { email, password },
    ip,
  })
  expect(own).toBeDefined()
  const { list } = await asAdmin('GET', `/api/admin/users?search=${encodeURIComponent(email)}`)
  return (list as { id: string }[])[0]?.id ?? ''
}

async function newFailedJob(): Promise<Call> {
  await jobs.enqueue(ctx.db, sendEmailJob, { emailId: randomUUID() as EmailId })
  const run = async () => ({ kind: 'given-up', failure: 'relay-refused' }) as const
  await jobs.drain(ctx, [{ name: sendEmailJob.name, slots: 1, run }])
  const { list } = await asAdmin('GET', '/api/admin/jobs')
  const [{ id, queue } = { id: '', queue: '' }] = list as { id: string; queue: string }[]
  return { path: { id }, body: { queue } }
}

async function toDraft() {
  const { authors, categories } = (await asAdmin('GET', '/api/admin/post-choices')) as {
    authors: { id: string }[]
    categories: { id: string }[]
  }
  return {
    title: 'A draft',
    slug: `draft-${(count += 1)}`,
    metaDescription: 'About it.',
    excerpt: 'In short.',
    content: 'Once.',
    featuredImageAlt: 'Shapes',
    publishedAt: null,
    authorId: authors[0]?.id,
    categoryIds: [categories[0]?.id],
  }
}

async function newPost() {
  const draft = await toDraft()
  const { id, version } = await asAdmin('POST', '/api/admin/posts', draft)
  return { id: String(id), draft: { ...draft, version } }
}

const toName = () => ({ name: `Name ${(count += 1)}`, slug: `name-${count}`, description: 'x' })
const toAuthor = () => ({
  name: `Author ${(count += 1)}`,
  bio: 'Writes.',
  linkedinUrl: null,
  instagramUrl: null,
})

const newAuthor = async () => {
  const { id } = await asAdmin('POST', '/api/admin/authors', toAuthor())
  return { id: String(id) }
}

/**
 * Every call with which admins change something, the acts that it records, and how to prepare it. A
 * route that is missing here fails the test.
 */
const acts: Record<string, [AuditAct[], () => Promise<Call>]> = {
  'POST /api/admin/settings': [
    ['change-oauth-settings'],
    async () => ({
      body: { gmailOauthRedirectUrl: 'https://doorman.example/api/gmail/callback' },
    }),
  ],
  'POST /api/admin/email-settings': [
    ['change-email-settings'],
    async () => ({ body: { weeklyReport: false } }),
  ],
  'POST /api/admin/test-email': [
    ['send-test-email'],
    async () => ({ body: { emailType: 'welcome' } }),
  ],
  'POST /api/admin/auth-guide-settings': [
    ['change-auth-guide'],
    async () => ({ body: { googleGuideEnabled: true } }),
  ],
  'POST /api/admin/tracking-codes': [
    ['change-tracking-code'],
    async () => ({ body: { trackingCodeHead: 'go()' } }),
  ],
  'DELETE /api/admin/users/:id': [['delete-user'], async () => ({ path: { id: await newUser() } })],
  'POST /api/admin/jobs/:id/retry': [['retry-job'], newFailedJob],
  'DELETE /api/admin/jobs/:id': [['drop-job'], newFailedJob],
  'POST /api/admin/replies': [['stop-replies'], async () => ({ body: { areStopped: true } })],
  'POST /api/admin/posts': [['create-post'], async () => ({ body: await toDraft() })],
  'PATCH /api/admin/posts/:id': [
    ['change-post'],
    async () => {
      const { id, draft } = await newPost()
      return { path: { id }, body: draft }
    },
  ],
  'DELETE /api/admin/posts/:id': [
    ['delete-post'],
    async () => ({ path: { id: (await newPost()).id } }),
  ],
  'POST /api/admin/posts/:id/restore': [
    ['restore-post'],
    async () => {
      const { id } = await newPost()
      await asAdmin('DELETE', `/api/admin/posts/${id}`)
      return { path: { id } }
    },
  ],
  'POST /api/admin/posts/:id/images': [
    ['upload-picture'],
    async () => ({
      path: { id: (await newPost()).id },
      query: '?alt=Shapes',
      body: Buffer.from('a picture'),
    }),
  ],
  'POST /api/admin/posts/:id/cover': [
    ['upload-picture'],
    async () => ({ path: { id: (await newPost()).id }, body: Buffer.from('a picture') }),
  ],
  'DELETE /api/admin/posts/:id/cover': [
    ['change-post'],
    async () => {
      const { id } = await newPost()
      await asAdmin('POST', `/api/admin/posts/${id}/cover`, Buffer.from('a picture'))
      return { path: { id } }
    },
  ],
  // Renders a text and changes nothing.
  'POST /api/admin/post-preview': [[], async () => ({ body: { content: 'Once.' } })],
  'POST /api/admin/categories': [['create-category'], async () => ({ body: toName() })],
  'PATCH /api/admin/categories/:id': [
    ['change-category'],
    async () => {
      const { id } = await asAdmin('POST', '/api/admin/categories', toName())
      const { name, description } = toName()
      return { path: { id: String(id) }, body: { name, description } }
    },
  ],
  'POST /api/admin/authors': [['create-author'], async () => ({ body: toAuthor() })],
  'PATCH /api/admin/authors/:id': [
    ['change-author'],
    async () => ({ path: await newAuthor(), body: toAuthor() }),
  ],
  'POST /api/admin/authors/:id/picture': [
    ['upload-picture'],
    async () => ({ path: await newAuthor(), body: Buffer.from('a picture') }),
  ],
  'DELETE /api/admin/authors/:id/picture': [
    ['change-author'],
    async () => {
      const path = await newAuthor()
      await asAdmin('POST', `/api/admin/authors/${path.id}/picture`, Buffer.from('a picture'))
      return { path }
    },
  ],
  // Last, because from here on the session acts as the user, and every request is recorded.
  'POST /api/admin/switch-user': [
    ['start-view'],
    async () => ({ body: { targetUserId: await newUser() } }),
  ],
  'POST /api/admin/switch-back': [['view-request', 'end-view'], async () => ({})],
}

test('the entry of a saved article names the fields that have changed', async () => {
  const { id, draft } = await newPost()
  const lastChange = async () => (await listEntries(0)).at(-1)?.details
  const save = (body: object) => asAdmin('PATCH', `/api/admin/posts/${id}`, body)
  const { version } = await save({ ...draft, title: 'Another', content: 'Twice.' })
  expect(await lastChange()).toEqual({ changed: 'title,content', publishedAt: null })
  await save({ ...draft, title: 'Another', content: 'Twice.', version })
  expect(await lastChange()).toEqual({ changed: '', publishedAt: null })
})

test('every call with which admins change something is listed with its act', () => {
  const changes = routes.filter((line) => /^(?!GET|ALL).* \/api\/admin\//.test(line))
  expect(Object.keys(acts).toSorted()).toEqual(changes.toSorted())
})

test.each(Object.entries(acts))('%s is in the audit log', async (line, [expected, toCall]) => {
  const [method, path] = line.split(' ') as [Method, string]
  const { path: values = {}, query = '', body } = await toCall()
  const before = (await listEntries(0)).length
  const url = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '') + query
  await asAdmin(method, url, body)
  const added = await listEntries(before)
  expect(added.map(({ act }) => act)).toEqual(expected)
  for (const entry of added) {
    expect(entry.actorId).not.toBeNull()
    expect(JSON.stringify(entry)).not.toMatch(/@|https?:/)
  }
})

test('the chain is whole after all of them', async () => {
  expect(await checkAuditLog(ctx)).toMatchObject({ brokenAt: null })
})

const listEntries = (after: number) =>
  ctx.db.select().from(auditLog).where(gt(auditLog.id, after)).orderBy(asc(auditLog.id))
