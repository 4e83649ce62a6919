import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findRelayProblem } from './relay-problem.ts'

const patienceMs = 60_000

test('a relay that takes mail has no problem, and gets none', async () => {
  const sink = new SmtpSink()
  expect(await findRelayProblem(await sink.listen(), patienceMs)).toBeNull()
  expect(sink.mails).toEqual([])
  await sink.close()
})

test('one that nobody runs', async () => {
  expect(await findRelayProblem('smtp://127.0.0.1:9', patienceMs)).toBe('ECONNREFUSED')
})

test.each([
  ['refuses the password', ['220 hello', '250-hello\r\n250 AUTH PLAIN', '535 no'], 'EAUTH'],
  ['speaks something else', ['HTTP/1.1 400 Bad Request'], 'EPROTOCOL'],
])('one that %s', async (_name, replies, code) => {
  const server = createServer((socket) => {
    const left = [...replies]
    const reply = () => socket.write(`${left.shift() ?? '221 bye'}\r\n`)
    socket.on('data', reply).on('error', () => {})
    reply()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await findRelayProblem(`smtp://user:password@127.0.0.1:${port}`, patienceMs)).toBe(code)
  server.close()
})
