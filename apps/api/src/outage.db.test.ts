import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '@doorman/db/test-db'
import { openFakeApp } from './fake-app.ts'

const database = new URL(await createTestDatabase())
const wire = await openWire(Number(database.port))
const { app, ask, expectError } = await openFakeApp({
  databaseUrl: Object.assign(new URL(database), { port: wire.port }).href,
})

test('F75, R1: while the database is away the API says when to try again, and then heals alone', async () => {
  expectError('job-queue-failed')
  const body = { email: 'ann@example.com', password: 'correct horse battery' }
  const { cookie } = await ask('POST', '/api/auth/register', { body })
  const news = [{ of: { address: 'ann@mail.test' }, endsPush: false }]
  const headers = { authorization: 'proven' }
  const tell = () => ask('POST', '/api/webhooks/gmail', { body: news, headers })
  const me = () => ask('GET', '/api/auth/me', { cookie })
  expect((await me()).status).toBe(200)

  wire.cut()
  expect(await me()).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: 'We are briefly out of reach. Please try again.' },
    headers: { 'retry-after': '2' },
  })
  expect((await ask('POST', '/api/auth/login', { body })).status).toBe(503)
  expect((await tell()).status).toBe(503)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  wire.mend()
  expect((await me()).status).toBe(200)
  expect((await tell()).status).toBe(204)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

/** A wire to the database that can be cut: connections on it break, and new ones are refused. */
async function openWire(databasePort: number) {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(databasePort, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  afterAll(cut)
  return { port: String(port), cut, mend: () => server.listen(port, '127.0.0.1') }
}
