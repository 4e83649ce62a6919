import { openDb } from '@doorman/db/client'
import { loadConfig, type Config } from '@doorman/runtime/config/config'
import { createTransport } from '@doorman/runtime/mail/transport'
import { openDemoClock } from '../../demo/demo-clock.ts'
import { simulateProviders } from '../../demo/simulated-providers.ts'
import type { Terminal } from '../../exported-mail/terminal/terminal.ts'
import { openDatabase } from '../../product/open-database.ts'
import { requirePreparedDatabase } from '../../product/prepare-database.ts'
import { loadKeyRing, loadSecret } from '../../product/secrets.ts'
import { isBroken, toJson, toText } from '../report.ts'
import { examineMailbox } from './examine-mailbox.ts'
import { loadMailbox } from './load-mailbox.ts'
import type { MailboxOptions } from './parse-mailbox-options.ts'

/** Examines one connected mailbox and prints the report. Returns the exit code. */
export async function runMailboxDoctor(
  { address, provider, isJson }: MailboxOptions,
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await requirePreparedDatabase(database.url, config, { mustBeDurable: false })
    const { db, close } = openDb(database.url)
    try {
      const row = await loadMailbox(db, { address, provider })
      const options = {
        db,
        keyRing: await loadKeyRing(config),
        secret: await loadSecret(config),
        publicUrl: config.http.publicUrl,
        ...(await findProviders(config)),
      }
      const findings = await examineMailbox(options, row, terminal.stop.signal)
      const report = isJson ? toJson(findings, config.isDemo) : toText(findings, terminal)
      await new Promise((resolve) => terminal.stdout.write(report, resolve))
      return isBroken(findings) ? 1 : 0
    } finally {
      await close()
    }
  } finally {
    await database.stop()
  }
}

/** The demo's providers run within the demo, at its address and by its clock. */
async function findProviders({ isDemo, http, dataDir, google, microsoft }: Config) {
  if (!isDemo) return { google, microsoft, transport: createTransport() }
  const simulated = simulateProviders(http.publicUrl, { mailboxes: [] })
  const { now } = await openDemoClock(dataDir)
  return {
    google: simulated.google,
    microsoft: simulated.microsoft,
    transport: createTransport(now),
  }
}
