import { MailError } from '@doorman/mail/mail-error'
import { openProbes } from '../doctor/probes/open-probes.ts'
import { runDoctor } from '../doctor/run-doctor.ts'
import { readSettings } from '../doctor/settings.ts'
import { openTerminal } from '../exported-mail/terminal/terminal.ts'

/** Time limit for contacting all services, which happens in parallel. */
const visitTimeoutMs = 5_000

export async function doctor(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const visit = new AbortController()
  setTimeout(() => visit.abort(new MailError('unavailable', 'timeout')), visitTimeoutMs).unref()
  const settings = readSettings(env, new Date())
  const probes = openProbes(visit.signal, visitTimeoutMs)
  const exitCode = await runDoctor(args, openTerminal(env), settings, probes)
  // Connections that timed out may still be open and would keep the process alive.
  process.exit(exitCode)
}
