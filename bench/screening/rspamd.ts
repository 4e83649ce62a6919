import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { timed, toCoreSeconds } from './core-seconds.ts'

const needNetwork = ['arc', 'asn', 'dkim', 'dmarc', 'fuzzy_check', 'mx_check', 'rbl', 'spf']

/** The core-seconds of an rspamd of our own, from its start to its end, for these mails one after the other. `NaN` if it would not start. */
export async function timeRspamd(mails: readonly Buffer[], folder: string): Promise<number> {
  const port = await findFreePort()
  const configFile = writeConfig(folder, port)
  const places = ['LOCAL_CONFDIR', 'DBDIR', 'RUNDIR', 'LOGDIR'].map(
    (place) => `--var=${place}=${folder}`,
  )
  const rspamd = ['rspamd', '-f', '--insecure', '-c', configFile, ...places]
  const shell = spawn('sh', ['-c', timed, 'sh', ...rspamd], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const printed = text(shell.stdout)
  const closed = once(shell, 'close')
  try {
    const url = `http://127.0.0.1:${port}`
    if (!(await isReady(url))) return NaN
    for (const body of mails)
      await (await fetch(`${url}/checkv2`, { method: 'POST', body: new Uint8Array(body) })).text()
  } finally {
    shell.kill('SIGTERM')
    await closed
  }
  return toCoreSeconds(await printed)
}

/** Its usual rules, one worker, nothing that asks the network. */
function writeConfig(folder: string, port: number): string {
  mkdirSync(join(folder, 'override.d'), { recursive: true })
  for (const module of needNetwork)
    writeFileSync(join(folder, `override.d/${module}.conf`), 'enabled = false;\n')
  const file = join(folder, 'rspamd.conf')
  writeFileSync(
    file,
    `.include "$CONFDIR/common.conf"
options {
  .include "$CONFDIR/options.inc"
  pidfile = "$RUNDIR/rspamd.pid";
  dns { nameserver = ["127.0.0.1:9"]; timeout = 0.001s; retransmits = 1; }
}
logging { type = "file"; filename = "$LOGDIR/rspamd.log"; level = "error"; }
worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }
`,
  )
  return file
}

async function isReady(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}/ping`).catch(() => null)
    if (answer?.ok) return true
    await sleep(100)
  }
  return false
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
