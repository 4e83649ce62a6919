import { AppError } from '@doorman/domain/app-error'
import { ConfigError } from '@doorman/runtime/config'
import { existsSync } from 'node:fs'

type Run = (args: string[], env: NodeJS.ProcessEnv) => Promise<void>

/** Each is loaded only when it is called: a short command need not wait for the whole product. */
const commands: Readonly<Record<string, { usage: string; does: string; load(): Promise<Run> }>> = {
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
  admin: {
    usage: 'admin grant|revoke EMAIL',
    does: 'make somebody an admin, or not',
    load: async () => (await import('./commands/admin.ts')).admin,
  },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (existsSync('.env')) process.loadEnvFile('.env')

if (command)
  try {
    const run = await command.load()
    await run(args, process.env)
  } catch (error) {
    console.error(describe(error))
    process.exitCode = 1
  }
else {
  const lines = Object.values(commands).map(({ usage, does }) => `  ${usage.padEnd(28)}${does}`)
  console.log(`Usage: npm run -s doorman -- COMMAND\n\n${lines.join('\n')}`)
  process.exitCode = name === 'help' ? 0 : 2
}

/** What is ours to say to an operator is a sentence; what nobody foresaw shows where it happened. */
function describe(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}
