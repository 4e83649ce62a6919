import { MailError } from '@doorman/mail/mail-error'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askUrl } from './ask-url.ts'
import { canary } from './fake-probes.ts'
import { openProbes } from './open-probes.ts'
import type { Probes } from './probes.ts'

let visit: AbortController
let probes: Probes
let servers: Server[]
let sockets: Socket[]

beforeEach(() => {
  visit = new AbortController()
  probes = openProbes(visit.signal, 60_000)
  servers = []
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** On a loopback port; the test says what it answers, and whoever comes is heard of. */
async function listen(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const endVisit = () => visit.abort(new MailError('unavailable', 'timeout'))

/** Each is asked for at `host`, in its own protocol. */
const questions = {
  http: (host: string) => askUrl(probes.wire, `http://${host}/`),
  smtp: (host: string) => probes.askRelay(`smtp://user:${canary}@${host}`),
  postgres: (host: string) => probes.askDatabase({ url: `postgres://user:${canary}@${host}/x` }),
}

describe.each(Object.entries(questions))('%s', (protocol, ask) => {
  test('where nobody listens, that is said', async () => {
    const host = await listen(() => {})
    for (const server of servers) await once(server.close(), 'close')
    expect(await ask(host)).toMatchObject({ kind: 'failed', why: 'nobody listens there' })
  })

  test('who says nothing has failed when the visit is over', async () => {
    const host = await listen(() => endVisit())
    expect(await ask(host)).toEqual({ kind: 'failed', why: 'no answer in time', isLate: true })
  })

  test('who hangs up at once is told', async () => {
    const host = await listen((socket) => socket.destroy())
    expect(await ask(host)).toMatchObject({ kind: 'failed' })
  })

  test('who speaks another language is told, and not quoted', async () => {
    const host = await listen((socket) => {
      socket.end(`550 ${canary} \x1b[2J HTTP is ${canary}\r\n\r\n`)
    })
    const answer = await ask(host)
    expect([protocol, answer]).toMatchObject([protocol, { kind: 'failed' }])
    expect(JSON.stringify(answer)).not.toContain(canary)
  })
})

test('after the visit nobody is asked any more', async () => {
  endVisit()
  const host = await listen(() => expect.unreachable())
  expect(await questions.smtp(host)).toMatchObject({ kind: 'failed', isLate: true })
  expect(await questions.postgres(host)).toMatchObject({ kind: 'failed', isLate: true })
})

test('a web server that answers is heard, with its time', async () => {
  const host = await listen((socket) =>
    socket.end(
      'HTTP/1.1 401 Who?\r\nDate: Sun, 15 Nov 2026 12:00:00 GMT\r\nContent-Length: 2\r\n\r\n{}',
    ),
  )
  expect(await questions.http(host)).toEqual({
    kind: 'answered',
    status: 401,
    json: {},
    at: new Date('2026-11-15T12:00:00Z'),
  })
})

test('a relay that takes mail is ready', async () => {
  const sink = new SmtpSink()
  expect(await probes.askRelay(await sink.listen())).toEqual({ kind: 'answered' })
  expect(sink.mails).toEqual([])
  await sink.close()
})

describe('folders', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doorman-doctor-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('one that is not there yet is judged by where it would be', async () => {
    const nowhere = join(folder, 'not', 'yet')
    const room = { isWritable: true, freeBytes: expect.any(Number) }
    expect(await probes.askFolder(folder)).toEqual({ isThere: true, ...room })
    expect(await probes.askFolder(nowhere)).toEqual({ isThere: false, ...room })
  })

  test('a file is no folder', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await probes.askFolder(join(folder, 'file'))).toMatchObject({ why: 'that is no folder' })
  })

  test('without a start there is no embedded database, and asking makes none', async () => {
    const dataDir = join(folder, 'data')
    expect(await probes.askDatabase({ dataDir })).toEqual({ kind: 'none-yet' })
    expect(await probes.askFolder(dataDir)).toMatchObject({ isThere: false })
  })

  test('an embedded database that cannot be started is told', async () => {
    writeFileSync(join(folder, 'postgres'), 'no folder')
    expect(await probes.askDatabase({ dataDir: folder })).toMatchObject({
      why: 'it does not start',
    })
  })

  test.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ])('a kept file of mode %o', async (mode, isOpenToOthers) => {
    const file = join(folder, 'secret')
    writeFileSync(file, 'text')
    chmodSync(file, mode)
    expect(await probes.findKept(file)).toEqual({ text: 'text', isOpenToOthers })
    expect(await probes.findKept(join(folder, 'none'))).toBeNull()
  })
})
