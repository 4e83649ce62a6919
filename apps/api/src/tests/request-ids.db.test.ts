import { isRequestId } from '@doorman/runtime/request-id'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { sendRaw } from '../testing/send-raw.ts'

const world = await openFakeApp({
  hosts: {
    '/dev/broken': async () => {
      throw new Error('canary')
    },
  },
})
const { request, ctx, notify, logs, runJobsUntilIdle, expectError, app } = world

const message = { name: 'Noor', email: 'noor@example.com', message: 'Does it work with Outlook?' }
const proposed = '0b8f7a51-6c9b-4a9e-8f0d-2f4c1f1f9a01'

const listJobs = async () => {
  const { rows } = await ctx.db.execute<{ data: Record<string, unknown> }>(
    sql`select data from pgboss.job where name = 'forward-contact-message' order by created_on`,
  )
  return rows.map(({ data }) => data)
}
const linesOf = (id: unknown) =>
  logs
    .map((line) => JSON.parse(line) as object)
    .filter((line) => 'reqId' in line && line.reqId === id)

test('a request whose job fails can be followed by one id', async () => {
  notify.failNextWith = { kind: 'unavailable' }
  const { status, headers } = await request('POST', '/api/contact', { body: message })
  const id = headers['x-request-id']
  expect(status).toBe(200)
  expect(isRequestId(id)).toBe(true)
  expect(await listJobs()).toEqual([{ contactMessageId: expect.any(String), requestId: id }])
  expectError('job-failed')
  await runJobsUntilIdle()
  expect(linesOf(id)).toMatchObject([
    { event: 'request', route: '/api/contact' },
    { event: 'job-failed', jobName: 'forward-contact-message' },
  ])
})

test('every response names its request, and each request has another id', async () => {
  const answers = [
    await request('GET', '/healthz'),
    await request('GET', '/'),
    await request('GET', '/api/unknown'),
    await request('GET', '/%zz'),
    await request('POST', '/api/contact', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
  ]
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(ids.every(isRequestId)).toBe(true)
  expect(new Set(ids).size).toBe(answers.length)
})

test('a body that comes later than its headers still belongs to the request', async () => {
  const body = JSON.stringify(message)
  const answer = await sendRaw(
    app,
    `POST /api/contact HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    body,
  )
  const [, id] = /^x-request-id: (\S+)\r$/m.exec(answer) ?? []
  expect(answer).toContain('200 OK')
  expect((await listJobs()).at(-1)).toMatchObject({ requestId: id })
})

test('an answer to bytes that are not HTTP has an id, too', async () => {
  expect(await sendRaw(app, 'nonsense\r\n\r\n')).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
})

test('a visitor cannot choose the id', async () => {
  const { headers } = await request('GET', '/healthz', { headers: { 'x-request-id': proposed } })
  expect(headers['x-request-id']).not.toBe(proposed)
})

test('an unexpected failure tells the user the id that its log line has', async () => {
  expectError('request-failed')
  const { status, headers, body } = await request('GET', '/dev/broken/')
  const id = String(headers['x-request-id'])
  expect(status).toBe(500)
  expect(body).toEqual({
    message: `Something went wrong on our side. Reference: ${id}`,
    code: 'internal',
  })
  expect(linesOf(id)).toMatchObject([{ event: 'request-failed' }, { event: 'request' }])
})
