import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findRelayProblem } from './relay-problem.ts'

const timeoutMs = 60_000

test('a working relay has no problem, and no email is sent', async () => {
  const sink = new SmtpSink()
  expect(await findRelayProblem(await sink.listen(), timeoutMs)).toBeNull()
  expect(sink.emails).toEqual([])
  await sink.close()
})

test('a relay beyond this machine that offers no TLS is reported', async () => {
  const sink = new SmtpSink()
  const { port } = new URL(await sink.listen())
  // The same relay, under an address that does not look like this machine.
  const url = `smtp://[::ffff:127.0.0.1]:${port}`
  expect(await findRelayProblem(url, timeoutMs)).toBe('ETLS')
  await sink.close()
})

test('a relay that does not run is reported', async () => {
  expect(await findRelayProblem('smtp://127.0.0.1:9', timeoutMs)).toBe('ECONNREFUSED')
})

test.each([
  ['refuses the password', ['220 hello', '250-hello\r\n250 AUTH PLAIN', '535 no'], 'EAUTH'],
  ['speaks another protocol', ['HTTP/1.1 400 Bad Request'], 'EPROTOCOL'],
])('a relay that %s is reported', async (_name, replies, code) => {
  const server = createServer((socket) => {
    const left = [...replies]
    const reply = () => socket.write(`${left.shift() ?? '221 bye'}\r\n`)
    socket.on('data', reply).on('error', () => {})
    reply()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await findRelayProblem(`smtp://user:password@127.0.0.1:${port}`, timeoutMs)).toBe(code)
  server.close()
})
