import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { timedScript, toCoreSeconds } from './core-seconds.ts'

const networkModules = ['arc', 'asn', 'dkim', 'dmarc', 'fuzzy_check', 'mx_check', 'rbl', 'spf']

/**
 * The core-seconds of a new rspamd that scans these messages in turn. `NaN` if it does not start.
 */
export async function timeRspamd(messages: readonly Buffer[], folder: string): Promise<number> {
  const port = await findFreePort()
  const configFile = writeConfig(folder, port)
  const folders = ['LOCAL_CONFDIR', 'DBDIR', 'RUNDIR', 'LOGDIR'].map(
    (variable) => `--var=${variable}=${folder}`,
  )
  const rspamd = ['rspamd', '-f', '--insecure', '-c', configFile, ...folders]
  const shell = spawn('sh', ['-c', timedScript, 'sh', ...rspamd], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const printed = text(shell.stdout)
  const closed = once(shell, 'close')
  try {
    const url = `http://127.0.0.1:${port}`
    if (!(await isReady(url))) return NaN
    for (const body of messages)
      await (await fetch(`${url}/checkv2`, { method: 'POST', body: new Uint8Array(body) })).text()
  } finally {
    shell.kill('SIGTERM')
    await closed
  }
  return toCoreSeconds(await printed)
}

/** The default rules with one worker and without the modules that need the network. */
function writeConfig(folder: string, port: number): string {
  mkdirSync(join(folder, 'override.d'), { recursive: true })
  for (const module of networkModules)
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
    const response = await fetch(`${url}/ping`).catch(() => null)
    if (response?.ok) return true
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
