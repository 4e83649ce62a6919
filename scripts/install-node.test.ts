import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installNode, toInstalledPath } from './install-node.mjs'

const name = 'node-for-this-test'
const version = '24.99.0'

let root: string
let registry: Server

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doorman-node-'))
  registry = createServer().listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
afterEach(() => {
  registry.close()
  rmSync(root, { recursive: true })
})

test('Node is installed if the registry sends the pinned package, and none of its scripts run', async () => {
  const archive = pack('echo v24.99.0')
  serve(archive, toIntegrity(archive))
  const release = toRelease(toIntegrity(archive))
  await installNode(root, { release, env: toEnv() })
  expect(execFileSync(toInstalledPath(root, release), { encoding: 'utf8' })).toBe('v24.99.0\n')
  expect(existsSync(join(root, 'script-ran'))).toBe(false)
  expect(readdirSync(join(root, '.tools'))).toEqual(['node'])
})

test.each(['names the hash of what it sends', 'claims the pinned hash'])(
  'another package than the pinned one is refused if the registry %s, and nothing is left behind',
  async (claim) => {
    const pinned = toIntegrity(pack('echo v24.99.0'))
    const archive = pack('echo something else')
    serve(archive, claim === 'claims the pinned hash' ? pinned : toIntegrity(archive))
    const installing = installNode(root, { release: toRelease(pinned), env: toEnv() })
    await expect(installing).rejects.toThrow(
      /^The registry sent another node-for-this-test 24\.99\.0 than the one pinned .* It was not installed\./,
    )
    expect(readdirSync(join(root, '.tools'))).toEqual([])
  },
)

test('a platform without a pinned package is told to install Node itself', async () => {
  const installing = installNode(root, { release: { version, packages: {} } })
  await expect(installing).rejects.toThrow(/we cannot install Node .* Please install it yourself/)
})

test('every pinned package has a SHA-512 hash', () => {
  const release = JSON.parse(readFileSync('scripts/node-release.json', 'utf8')) as {
    packages: Record<string, { integrity: string }>
  }
  const hashes = Object.values(release.packages).map(({ integrity }) => integrity)
  expect(hashes).toHaveLength(3)
  for (const hash of hashes) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/)
})

function toRelease(integrity: string) {
  const platform = `${process.platform}-${process.arch}`
  return { version, packages: { [platform]: { name, program: 'bin/node', integrity } } }
}

/** A registry that has one package. */
function serve(archive: Buffer, integrity: string): void {
  registry.on('request', (request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(archive)
    const tarball = `${toUrl()}${name}/-/${name}-${version}.tgz`
    const manifest = { name, version, dist: { tarball, integrity } }
    return response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }),
    )
  })
}

function toEnv() {
  return {
    ...process.env,
    npm_config_registry: toUrl(),
    npm_config_cache: join(root, 'cache'),
    npm_config_fetch_retries: '0',
  }
}

function toUrl(): string {
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
}

/** A package whose program is a shell script, and whose install script leaves a file behind. */
function pack(program: string): Buffer {
  const folder = join(root, 'packed', 'package')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const scripts = { preinstall: `touch ${join(root, 'script-ran')}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, scripts }))
  writeFileSync(join(folder, 'bin', 'node'), `#!/bin/sh\n${program}\n`, { mode: 0o755 })
  return execFileSync('tar', ['-cz', '-C', join(root, 'packed'), 'package'])
}

function toIntegrity(archive: Buffer): string {
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`
}
