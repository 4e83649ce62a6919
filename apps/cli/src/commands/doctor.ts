import { MailError } from '@doorman/mail/mail-error'
import { parseMailboxOptions } from '../doctor/mailbox/parse-mailbox-options.ts'
import { runMailboxDoctor } from '../doctor/mailbox/run-mailbox-doctor.ts'
import { openProbes } from '../doctor/probes/open-probes.ts'
import { runDoctor } from '../doctor/run-doctor.ts'
import { readSettings } from '../doctor/settings.ts'
import { openTerminal } from '../exported-mail/terminal/terminal.ts'

/** Time limit for contacting all services, which happens in parallel. */
const visitTimeoutMs = 5_000

export async function doctor(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const terminal = openTerminal(env)
  const options = parseMailboxOptions(args)
  const exitCode = options
    ? await runMailboxDoctor(options, terminal, env)
    : await visitServices(args, terminal, env)
  // Connections that timed out may still be open and would keep the process alive.
  process.exit(exitCode)
}

function visitServices(
  args: string[],
  terminal: ReturnType<typeof openTerminal>,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const visit = new AbortController()
  setTimeout(() => visit.abort(new MailError('unavailable', 'timeout')), visitTimeoutMs).unref()
  const settings = readSettings(env, new Date())
  const probes = openProbes(visit.signal, visitTimeoutMs)
  return runDoctor(args, terminal, settings, probes)
}
