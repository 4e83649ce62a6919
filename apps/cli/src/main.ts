import { AppError } from '@doorman/domain/app-error'
import { ConfigError } from '@doorman/runtime/config'
import { existsSync } from 'node:fs'
import { admin } from './commands/admin.ts'
import { migrateDatabase } from './commands/migrate.ts'
import { start } from './commands/start.ts'
import { startWeb } from './commands/web.ts'
import { startWorker } from './commands/worker.ts'

type Command = {
  readonly usage: string
  readonly does: string
  run(args: string[], env: NodeJS.ProcessEnv): Promise<void>
}

const commands: Readonly<Record<string, Command>> = {
  start: { usage: 'start [--dev]', does: 'everything in one process', run: start },
  web: { usage: 'web', does: 'site and API alone; needs DATABASE_URL', run: startWeb },
  worker: { usage: 'worker', does: 'jobs alone; needs DATABASE_URL', run: startWorker },
  migrate: { usage: 'migrate', does: 'bring the database up to date', run: migrateDatabase },
  admin: { usage: 'admin grant|revoke EMAIL', does: 'make somebody an admin, or not', run: admin },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (existsSync('.env')) process.loadEnvFile('.env')

if (!command) {
  const lines = Object.values(commands).map(({ usage, does }) => `  ${usage.padEnd(28)}${does}`)
  console.log(`Usage: npm run -s doorman -- COMMAND\n\n${lines.join('\n')}`)
  process.exitCode = name === 'help' ? 0 : 2
} else
  await command.run(args, process.env).catch((error: unknown) => {
    console.error(describe(error))
    process.exitCode = 1
  })

/** What an operator can act on is a sentence; everything else is a bug and shows where. */
function describe(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}
