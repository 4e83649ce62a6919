import { MailError } from '@doorman/mail/mail-error'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askUrl } from './ask-url.ts'
import { canary } from '../../testing/fake-probes.ts'
import { openProbes } from './open-probes.ts'
import type { Probes } from './probes.ts'

let abortController: AbortController
let probes: Probes
let servers: Server[]
let sockets: Socket[]

beforeEach(() => {
  abortController = new AbortController()
  probes = openProbes(abortController.signal, 60_000)
  servers = []
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** Listens on a free loopback port and returns its host and port. */
async function listen(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const timeOut = () => abortController.abort(new MailError('unavailable', 'timeout'))

/** One probe per protocol. */
const probeHost = {
  http: (host: string) => askUrl(probes.transport, `http://${host}/`),
  smtp: (host: string) => probes.askRelay(`smtp://user:${canary}@${host}`),
  postgres: (host: string) => probes.askDatabase({ url: `postgres://user:${canary}@${host}/x` }),
}

describe.each(Object.entries(probeHost))('%s', (protocol, probe) => {
  test('a closed port is reported', async () => {
    const host = await listen(() => {})
    for (const server of servers) await once(server.close(), 'close')
    expect(await probe(host)).toMatchObject({ kind: 'failed', reason: 'nothing listens there' })
  })

  test('a silent server fails at the timeout', async () => {
    const host = await listen(() => timeOut())
    expect(await probe(host)).toEqual({
      kind: 'failed',
      reason: 'no answer in time',
      isTimeout: true,
    })
  })

  test('a server that closes the connection is reported', async () => {
    const host = await listen((socket) => socket.destroy())
    expect(await probe(host)).toMatchObject({ kind: 'failed' })
  })

  test('a server with another protocol is reported, and its text is not repeated', async () => {
    const host = await listen((socket) => {
      socket.end(`550 ${canary} \x1b[2J HTTP is ${canary}\r\n\r\n`)
    })
    const answer = await probe(host)
    expect([protocol, answer]).toMatchObject([protocol, { kind: 'failed' }])
    expect(JSON.stringify(answer)).not.toContain(canary)
  })
})

test('no connection is opened after the timeout', async () => {
  timeOut()
  const host = await listen(() => expect.unreachable())
  expect(await probeHost.smtp(host)).toMatchObject({ kind: 'failed', isTimeout: true })
  expect(await probeHost.postgres(host)).toMatchObject({ kind: 'failed', isTimeout: true })
})

test('the answer of a web server includes its time', async () => {
  const host = await listen((socket) =>
    socket.end(
      'HTTP/1.1 401 Who?\r\nDate: Sun, 15 Nov 2026 12:00:00 GMT\r\nContent-Length: 2\r\n\r\n{}',
    ),
  )
  expect(await probeHost.http(host)).toEqual({
    kind: 'answered',
    status: 401,
    json: {},
    serverTime: new Date('2026-11-15T12:00:00Z'),
  })
})

test('a relay is contacted without sending an email', async () => {
  const sink = new SmtpSink()
  expect(await probes.askRelay(await sink.listen())).toEqual({ kind: 'answered' })
  expect(sink.emails).toEqual([])
  await sink.close()
})

describe('folders', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doorman-doctor-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('for a folder that does not exist, its nearest existing parent is checked', async () => {
    const missing = join(folder, 'not', 'yet')
    const facts = { isWritable: true, freeBytes: expect.any(Number) }
    expect(await probes.askFolder(folder)).toEqual({ exists: true, ...facts })
    expect(await probes.askFolder(missing)).toEqual({ exists: false, ...facts })
  })

  test('a file is not a folder', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await probes.askFolder(join(folder, 'file'))).toMatchObject({ reason: 'not a folder' })
  })

  test('before the first start the embedded database is reported as not created, and is not created', async () => {
    const dataDir = join(folder, 'data')
    expect(await probes.askDatabase({ dataDir })).toEqual({ kind: 'not-created' })
    expect(await probes.askFolder(dataDir)).toMatchObject({ exists: false })
  })

  test('an embedded database that does not start is reported', async () => {
    writeFileSync(join(folder, 'postgres'), 'not a folder')
    expect(await probes.askDatabase({ dataDir: folder })).toMatchObject({
      reason: 'it does not start',
    })
  })

  test.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ])(
    'the mode of a stored file shows whether others can read it, case %#',
    async (mode, isReadableByOthers) => {
      const file = join(folder, 'secret')
      writeFileSync(file, 'text')
      chmodSync(file, mode)
      expect(await probes.findStoredFile(file)).toEqual({ text: 'text', isReadableByOthers })
      expect(await probes.findStoredFile(join(folder, 'none'))).toBeNull()
    },
  )
})
