import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPort, readPort } from './port.mjs'

let root: string
let server: Server

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doorman-port-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
  server?.close()
})

test.each([
  ['the environment', { PORT: '4000' }, 'PORT=5000', 4000],
  ['the file', {}, '# PORT=1\nPORT="5000"', 5000],
  ['nothing', {}, '', 3000],
])('the port comes from %s', (_source, env, settings, port) => {
  writeFileSync(join(root, '.env'), settings)
  expect(readPort(root, env)).toBe(port)
})

test('a running Doorman is reported as such', async () => {
  const port = await serve('{"product":"Doorman"}')
  await expect(checkPort(root)).rejects.toThrow(
    `Doorman is already running at http://localhost:${port}. Stop that one first to start again.`,
  )
})

test('another program on the port is reported', async () => {
  const port = await serve('hello')
  await expect(checkPort(root)).rejects.toThrow(`Port ${port} is used by another program.`)
})

test('a free port is accepted', async () => {
  await serve('')
  await new Promise((done) => server.close(done))
  await expect(checkPort(root)).resolves.toBeUndefined()
})

async function serve(body: string): Promise<number> {
  server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  writeFileSync(join(root, '.env'), `PORT=${port}`)
  return port
}
