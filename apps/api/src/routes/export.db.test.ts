import { decisions, emails, mailboxes } from '@doorman/db/schema'
import {
  aFilteredEmail,
  loadUserId,
  seedFilteredEmails,
  seedMailbox,
} from '@doorman/db/testing/seeds'
import { dayMs, hourMs } from '@doorman/domain/time'
import { exportedTables, notIncluded } from '@doorman/services/own-data/exported-tables'
import { readOwnData } from '@doorman/services/own-data/read-own-data'
import { eq, sql } from 'drizzle-orm'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { streamExport } from '../exports/stream-export.ts'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser, type SignedInUser } from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { app, request, ctx, advance } = world
const password = 'correct horse battery'

async function requestUrl({ cookie }: SignedInUser, format: 'json' | 'csv'): Promise<string> {
  const { status, body } = await request('POST', '/api/account/export', {
    cookie,
    body: { password, format },
  })
  expect(status).toBe(200)
  const { pathname, search } = new URL(String(body['url']))
  return pathname + search
}

const download = ({ cookie }: SignedInUser, url: string, headers = {}) =>
  app.inject({ method: 'GET', url, headers: { cookie, ...headers } })

/** A user with a mailbox and filtered emails. */
async function newUser(count = 3, subject?: string) {
  const user = await newSignedInUser(world)
  const mailbox = await seedMailbox(ctx.db, user.email)
  const rows = Array.from({ length: count }, (_, number) => ({
    ...aFilteredEmail(number),
    ...(subject !== undefined && { subject }),
  }))
  await seedFilteredEmails(ctx.db, mailbox, rows)
  return { ...user, mailbox }
}

type Document = { readonly tables: Readonly<Record<string, readonly Record<string, unknown>[]>> }

test('the JSON export holds every table with the user’s own rows, and no secret', async () => {
  const [ann, bob] = [await newUser(2_345), await newUser(1)]
  const file = await download(ann, await requestUrl(ann, 'json'))
  expect(file.statusCode).toBe(200)
  const day = ctx.now().toISOString().slice(0, 10)
  expect(file.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="doorman-${day}.json"`,
    'cache-control': 'no-store',
  })
  const { tables, ...head } = file.json<Document>()
  expect(head).toEqual({ exportedAt: expect.any(String), notIncluded })
  expect(Object.keys(tables)).toEqual(exportedTables.map(({ name }) => name))
  expect(tables['users']).toMatchObject([{ email: ann.email }])
  expect(tables['mailboxes']).toMatchObject([{ address: ann.mailbox.address }])
  // More than two batches, each row once.
  const ids = tables['decisions']?.map(({ id }) => id)
  expect(new Set(ids).size).toBe(2_345)
  expect(ids).toHaveLength(2_345)
  expect(tables['sessions']).toHaveLength(1)
  expect(file.body).not.toContain(bob.email)
  expect(file.body).not.toContain('argon2')
  expect(file.body).not.toContain('sha256:')
})

test('the CSV export is a zip of files that a spreadsheet opens without running them', async () => {
  const ann = await newUser(1_001, '=HYPERLINK("https://evil.example","Grüße")')
  const file = await download(ann, await requestUrl(ann, 'csv'))
  expect(file.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/filename="doorman-[\d-]+\.zip"/),
  })
  const folder = mkdtempSync(join(tmpdir(), 'doorman-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'export.zip'), file.rawPayload)
  const script = `import zipfile; zipfile.ZipFile('export.zip').extractall('files')`
  expect(spawnSync('python3', ['-c', script], { cwd: folder }).status).toBe(0)
  const names = ['not-included', ...exportedTables.map(({ name }) => name)]
  expect(readdirSync(join(folder, 'files')).toSorted()).toEqual(
    names.map((name) => `${name}.csv`).toSorted(),
  )
  const csv = readFileSync(join(folder, 'files', 'decisions.csv'), 'utf8')
  expect(csv.startsWith('\uFEFFid,mailboxId,')).toBe(true)
  expect(csv.split('\r\n')).toHaveLength(1_001 + 2)
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""Grüße"")"`)
  expect(csv).not.toMatch(/(^|,|")=HYPER/m)
})

test('a link works once, for its user, for a day', async () => {
  const [ann, bob] = [await newUser(), await newUser()]
  const refusal = {
    code: 'not-found',
    message: 'This download link has expired, was used before, or belongs to another account.',
  }
  const url = await requestUrl(ann, 'json')
  const stolen = await download(bob, url)
  expect([stolen.statusCode, stolen.json()]).toEqual([404, refusal])
  expect((await app.inject({ method: 'GET', url })).statusCode).toBe(401)
  // Neither attempt has used it up.
  expect((await download(ann, url)).statusCode).toBe(200)
  const again = await download(ann, url)
  expect([again.statusCode, again.json()]).toEqual([404, refusal])

  const late = await requestUrl(ann, 'json')
  advance(dayMs - hourMs)
  const other = await requestUrl(ann, 'json')
  advance(2 * hourMs)
  expect((await download(ann, late)).statusCode).toBe(404)
  expect((await download(ann, other)).statusCode).toBe(200)
  for (const token of ['', 'made-up', 'x'.repeat(5_000)])
    expect((await download(ann, `/api/account/export?token=${token}`)).statusCode).toBe(404)
  expect((await download(ann, '/api/account/export')).statusCode).toBe(404)
})

test('a program that only looks at a link does not use it up', async () => {
  const ann = await newUser()
  const url = await requestUrl(ann, 'json')
  const { cookie } = ann
  expect((await app.inject({ method: 'HEAD', url, headers: { cookie } })).statusCode).toBe(404)
  expect((await download(ann, url)).statusCode).toBe(200)
})

test('of four downloads at the same time, one is refused and keeps its link', async () => {
  const ann = await newUser()
  const urls: string[] = []
  for (let count = 0; count < 4; count += 1) urls.push(await requestUrl(ann, 'json'))
  // The locked links cannot be redeemed, so three downloads run until the fourth is refused.
  const { downloads, first } = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from link_tokens for update`)
    const started = urls.map((url) => download(ann, url).then((answer) => answer))
    return { downloads: started, first: await Promise.race(started) }
  })
  expect(first.statusCode).toBe(503)
  const answers = await Promise.all(downloads)
  expect(answers.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual([
    '200',
    '200',
    '200',
    '503',
  ])
  const refused = answers.findIndex(({ statusCode }) => statusCode === 503)
  expect((await download(ann, urls[refused] ?? '')).statusCode).toBe(200)
  // A download with a useless link stops counting as running once it is refused.
  for (let count = 0; count < 4; count += 1)
    expect((await download(ann, '/api/account/export?token=made-up')).statusCode).toBe(404)
})

test('of two downloads with one link at the same time, one gets the file', async () => {
  const ann = await newUser()
  const url = await requestUrl(ann, 'csv')
  const answers = await Promise.all([download(ann, url), download(ann, url)])
  expect(answers.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual(['200', '404'])
})

test('a browser that opens a useless link is sent to a page that explains it', async () => {
  const ann = await newUser()
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const url = '/api/account/export?token=made-up'
  const answer = await download(ann, url, headers)
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    '/account-settings?export=unusable',
  ])
  const signedOut = await app.inject({ method: 'GET', url, headers })
  expect([signedOut.statusCode, signedOut.headers.location]).toEqual([303, '/login'])
})

test('a wrong password, an unknown format and too many requests get no link', async () => {
  const ann = await newUser()
  const post = (body: object) => request('POST', '/api/account/export', { ...ann, body })
  expect(await post({ password: 'wrong', format: 'json' })).toMatchObject({
    status: 422,
    body: { message: 'That password is incorrect.' },
  })
  expect((await post({ password, format: 'xml' })).status).toBe(422)
  expect((await post({ password: 'x'.repeat(1_000_000), format: 'csv' })).status).toBe(413)
  for (let count = 0; count < 5; count += 1) await requestUrl(ann, 'json')
  expect((await post({ password, format: 'json' })).status).toBe(429)
})

test('changes during an export are in all of its tables or in none', async () => {
  const ann = await newUser(1)
  const userId = await loadUserId(ctx.db, ann.email)
  const seen: Record<string, number> = {}
  await readOwnData(ctx, userId, async (tables) => {
    for await (const { name, batches } of tables) {
      if (name === 'users')
        await seedFilteredEmails(ctx.db, ann.mailbox, [aFilteredEmail(77), aFilteredEmail(78)])
      let count = 0
      for await (const rows of batches) count += rows.length
      seen[name] = count
    }
  })
  expect(seen).toMatchObject({ users: 1, mailboxes: 1, decisions: 1 })
})

test('a reader who goes away ends the export and its transaction', async () => {
  const ann = await newUser(3_000)
  const userId = await loadUserId(ctx.db, ann.email)
  for (const format of ['json', 'csv'] as const) {
    const { file, ended } = streamExport(ctx, userId, format)
    file.on('error', () => {})
    await new Promise((resolve) => file.once('readable', resolve))
    file.destroy()
    await expect(ended).resolves.toBeUndefined()
  }
})

test('another user’s mailboxes, decisions and emails are never read', async () => {
  const [ann, bob] = [await newUser(2), await newUser(2)]
  const bobId = await loadUserId(ctx.db, bob.email)
  const foreign = [
    ...(await ctx.db.select().from(decisions).where(eq(decisions.mailboxId, bob.mailbox.id))),
    ...(await ctx.db.select().from(mailboxes).where(eq(mailboxes.userId, bobId))),
    ...(await ctx.db.select().from(emails).where(eq(emails.userId, bobId))),
  ].map(({ id }) => id)
  expect(foreign.length).toBeGreaterThan(3)
  const { body } = await download(ann, await requestUrl(ann, 'json'))
  expect(foreign.filter((id) => body.includes(id))).toEqual([])
})
