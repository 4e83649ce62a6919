import { AppError } from '@doorman/domain/app-error'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { UsageError } from './usage-error.ts'

type Run = (args: string[], env: NodeJS.ProcessEnv) => Promise<void>

type Command = { usage: string; does: string; details?: string; load(): Promise<Run> }

/** Each is loaded only when it is called: a short command need not wait for the whole product. */
const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: 'start [--dev]',
    does: 'everything in one process',
    load: async () => (await import('./commands/start.ts')).start,
  },
  web: {
    usage: 'web',
    does: 'site and API alone; needs DATABASE_URL',
    load: async () => (await import('./commands/web.ts')).startWeb,
  },
  worker: {
    usage: 'worker',
    does: 'jobs alone; needs DATABASE_URL',
    load: async () => (await import('./commands/worker.ts')).startWorker,
  },
  migrate: {
    usage: 'migrate',
    does: 'bring the database up to date',
    load: async () => (await import('./commands/migrate.ts')).migrateDatabase,
  },
  doctor: {
    usage: 'doctor [--json]',
    does: 'what is set, what is missing, what answers',
    details: `Reads the settings as a start would, asks everybody they name, and changes nothing.
A language model is asked about one made-up mail. docs/operations.md says what to do.

  --json    {isDemo, isBroken, findings: [{subject, status, says, advice}]}

A status is ok, off (not set up), look (works, but see to it) or broken.
Exit code: 0, or 1 where something is broken, or 2 for wrong usage.`,
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  admin: {
    usage: 'admin grant|revoke EMAIL',
    does: 'make somebody an admin, or not',
    load: async () => (await import('./commands/admin.ts')).admin,
  },
  replies: {
    usage: 'replies stop|resume',
    does: 'stop the smart responses of all users, or not',
    load: async () => (await import('./commands/replies.ts')).replies,
  },
  'rotate-keys': {
    usage: 'rotate-keys',
    does: 'seal all tokens with the newest key',
    details: `Put a new key in front of TOKEN_KEYS, with a higher version, and restart every
process; then run this. It can be stopped and begun again at any time. When it is done,
the older keys can be taken out of TOKEN_KEYS.`,
    load: async () => (await import('./commands/rotate-keys.ts')).rotateTokenKeys,
  },
  screen: {
    usage: 'screen FILES… [--json]',
    does: 'judge exported mail, without any account',
    details: `FILES are .eml, .mbox or .jsonl, each also .gz; folders of these; or - for lines
of JSON on standard input. Nothing leaves the machine and nothing is stored.

  --json    one line a message: id, outcome, reason, category, score, signals, skipped

A line of .jsonl is {id, from, to, replyTo?, subject, headers?, body, facts?}.
Exit code: 0, or 1 where a file could not be read or held nothing, or 2 for wrong usage.`,
    load: async () => (await import('./commands/screen.ts')).screen,
  },
  prompt: {
    usage: 'prompt FILES… [--answers FILE]',
    does: 'measure a language model offline',
    details: `Prints a line {id, system, user} for each mail the local model is not sure of:
exactly what a language model would be sent. FILES are as for screen.

  --answers FILE.jsonl    lines {id, answer}, the answer as the model wrote it;
                          prints the outcome of every mail, as screen --json does`,
    load: async () => (await import('./commands/prompt.ts')).prompt,
  },
}

// Half of a short command's time would go into compiling the same sources again.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.compile-cache', import.meta.url)))

const [name = 'help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (existsSync('.env')) process.loadEnvFile('.env')

if (command && args.includes('--help')) console.log(toHelp(command))
else if (command)
  try {
    const run = await command.load()
    await run(args, process.env)
  } catch (error) {
    console.error(await describe(error, command))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
else {
  const all = Object.values(commands)
  const width = Math.max(...all.map(({ usage }) => usage.length)) + 4
  const lines = all.map(({ usage, does }) => `  ${usage.padEnd(width)}${does}`)
  console.log(`Usage: npm run -s doorman -- COMMAND\n\n${lines.join('\n')}`)
  process.exitCode = name === 'help' ? 0 : 2
}

function toHelp({ usage, does, details }: Command): string {
  const text = `Usage: npm run -s doorman -- ${usage}\n\n${does}`
  return details === undefined ? text : `${text}\n\n${details}`
}

/** What is ours to say to an operator is a sentence; what nobody foresaw shows where it happened. */
async function describe(error: unknown, { usage }: Command): Promise<string> {
  if (error instanceof UsageError) return `${error.message}\nUsage: doorman ${usage}`
  const { ConfigError } = await import('@doorman/runtime/config')
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}
