import { MailError } from '@doorman/mail/mail-error'
import { openProbes } from '../doctor/open-probes.ts'
import { runDoctor } from '../doctor/run-doctor.ts'
import { readSettings } from '../doctor/settings.ts'
import { openTerminal } from '../screening/terminal.ts'

const patienceMs = 5_000

export async function doctor(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const visit = new AbortController()
  setTimeout(() => visit.abort(new MailError('unavailable', 'timeout')), patienceMs).unref()
  const settings = readSettings(env, new Date())
  const probes = openProbes(visit.signal, patienceMs)
  const exitCode = await runDoctor(args, openTerminal(env), settings, probes)
  // Whoever was given up may still hold a connection open.
  process.exit(exitCode)
}
