import { registerDrizzleImports } from './product/drizzle-imports.ts'
import { AppError } from '@doorman/domain/app-error'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { UsageError } from './commands/usage-error.ts'

type Run = (args: string[], env: NodeJS.ProcessEnv) => Promise<void>

type Command = { usage: string; does: string; details?: string; load(): Promise<Run> }

/** Each command loads its code when it runs, so short commands don't load the whole product. */
const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: 'start [--dev]',
    does: 'run everything in one process',
    load: async () => (await import('./commands/start.ts')).start,
  },
  web: {
    usage: 'web',
    does: 'run the site and the API only; needs DATABASE_URL',
    load: async () => (await import('./commands/web.ts')).startWeb,
  },
  worker: {
    usage: 'worker',
    does: 'run the jobs only; needs DATABASE_URL',
    load: async () => (await import('./commands/worker.ts')).startWorker,
  },
  migrate: {
    usage: 'migrate',
    does: 'bring the database up to date',
    load: async () => (await import('./commands/migrate.ts')).migrateDatabase,
  },
  backup: {
    usage: 'backup [--tombstones] FILE',
    does: 'write a backup of the database to a new file',
    details: `Writes every table of ours, as of one moment, while the service runs. Left out are login
sessions, sign-ins in progress, rate limits and jobs. The file is compressed, and only its owner
can read it. It is as sensitive as the database: docs/operations.md, "Backups", says how to keep it.

  --tombstones    only the ids of deleted users, so that a restore does not bring them back.
                  Replaces FILE. Run it often, and keep it away from the database.`,
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    usage: 'restore FILE --deleted-from SOURCE|--no-later-deletions',
    does: 'restore a backup into an empty database',
    details: `Checks the whole file first, then restores it in one transaction. Needs the version of
Doorman and the TOKEN_KEYS that the backup was made with, and an empty database or DATA_DIR.

  --deleted-from SOURCE    users who were deleted after the backup: the URL of the database that
                           is replaced, or a file that backup --tombstones wrote. They are
                           deleted again.
  --no-later-deletions     you know that there are none`,
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  doctor: {
    usage: 'doctor [--json] [--mailbox EMAIL [--provider gmail|microsoft]]',
    does: 'check the settings and every service they name, or one mailbox',
    details: `Reads the settings as a start would, contacts every service they name, and changes
nothing. A language model is asked about one invented email. docs/operations.md says what to
do about each finding.

  --mailbox EMAIL       examine this connected mailbox instead, end to end: makes a label or
                        folder and a draft, tries push, and removes all of it again. It sends
                        nothing, and changes none of the user's messages. The report holds
                        counts and codes, no text and no other address.
  --provider PROVIDER   if the address is connected at both: gmail or microsoft
  --json                {isDemo, isBroken, findings: [{subject, status, says, advice}]}

A status is ok, off (not set up), look (works, but needs attention) or broken.
Exit code: 0, or 1 if something is broken, or 2 for wrong usage.`,
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  admin: {
    usage: 'admin grant|revoke|reset-second-factor EMAIL',
    does: 'make a user an admin, remove the role, or help after the loss of a phone',
    details: `grant and revoke end the user's login sessions. Outside the demo an admin can act only after
setting up two-step sign-in.

reset-second-factor removes the authenticator app, all passkeys and the recovery codes of a user
who has lost them, and ends their login sessions. Make sure who asks: their password alone opens
the account from then on. They get an email.

Each is recorded in the audit log.`,
    load: async () => (await import('./commands/admin.ts')).admin,
  },
  audit: {
    usage: 'audit verify [--head N:HASH]',
    does: 'check that nothing in the audit log was changed or removed',
    details: `Recomputes the hash of every entry. Each entry contains the hash of the one before it.

  --head N:HASH    an entry that an earlier check printed, and that you noted elsewhere. Shows
                   whether the end of the log was cut off, or the log was written anew.

Exit code: 0, or 1 if the log is broken, or 2 for wrong usage.`,
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  replies: {
    usage: 'replies stop|resume',
    does: 'stop or resume the smart responses of all users',
    load: async () => (await import('./commands/replies.ts')).replies,
  },
  'rotate-keys': {
    usage: 'rotate-keys [--key-is-lost]',
    does: 'encrypt all stored tokens and secrets with the newest key',
    details: `Re-encrypts stored tokens, and the secrets of authenticator apps, with the first key of
TOKEN_KEYS while the service runs. You can interrupt it and run it again. Every process must know the new key before it comes first:
follow the steps in docs/operations.md, "Rotating token keys".

Tokens that can't be decrypted are skipped and listed. If they are damaged, their users are
asked to reconnect. If their key is missing from TOKEN_KEYS, nothing happens to them until
you put it back. Secrets of authenticator apps that can't be decrypted are listed by user: these
users sign in with a passkey or a recovery code, or need doorman admin reset-second-factor.

  --key-is-lost    the missing key is gone for good: ask those users to reconnect, too

Exit code: 0, or 1 if tokens were skipped, or 2 for wrong usage.`,
    load: async () => (await import('./commands/rotate-keys.ts')).rotateTokenKeys,
  },
  screen: {
    usage: 'screen FILES… [--json]',
    does: 'judge exported emails, without an account',
    details: `FILES are .eml, .mbox or .jsonl, also as .gz; folders of these; or - to read lines
of JSON from standard input. Nothing leaves the machine and nothing is stored.

  --json    one line per message: id, outcome, reason, category, score, signals, skipped

A line of .jsonl is {id, from, to, replyTo?, subject, headers?, body, facts?}.
Exit code: 0, or 1 if a file can't be read or no message was judged, or 2 for wrong usage.`,
    load: async () => (await import('./commands/screen.ts')).screen,
  },
  prompt: {
    usage: 'prompt FILES… [--answers FILE]',
    does: 'measure a language model offline',
    details: `Prints a line {id, system, user} for each message that the local model is not certain of:
exactly what a language model would receive. FILES are as for screen.

  --answers FILE.jsonl    lines {id, answer}, the answer as the model wrote it;
                          prints the outcome of every message, as screen --json does`,
    load: async () => (await import('./commands/prompt.ts')).prompt,
  },
}

// Without the cache, compiling takes half of a short command's time.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.compile-cache', import.meta.url)))
registerDrizzleImports()

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

/**
 * Errors that we raise on purpose print their message only; unexpected ones print a stack trace.
 */
async function describe(error: unknown, { usage }: Command): Promise<string> {
  if (error instanceof UsageError) return `${error.message}\nUsage: doorman ${usage}`
  const { ConfigError } = await import('@doorman/runtime/config/config')
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}
