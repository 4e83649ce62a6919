import { loadConfig } from '@doorman/runtime/config'
import { createLogger } from '@doorman/runtime/logger'
import { parseArgs } from 'node:util'
import { demoSignIns } from '../demo.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { startProduct } from '../start-product.ts'

/** The whole product in one process, on the simulators where nothing real is configured. */
export async function start(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArgs({ args, options: { dev: { type: 'boolean', default: false } } })
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  await runUntilStopped(logger, async (undo) => {
    await startProduct(config, logger, undo, { isDev: values.dev })
    console.log(`\n  Doorman is at ${config.http.publicUrl}`)
    if (config.isDemo) {
      console.log(
        '\n  This is a demo. Its mailboxes are at /dev/world/, where you can send them mail;',
      )
      console.log('  what Doorman mails to its users is at /dev/outbox.')
      if (!config.database) console.log('  Sign in with')
      for (const { email, password } of config.database ? [] : demoSignIns)
        console.log(`    ${email}  ${password}`)
    }
    console.log('\n  Ctrl+C stops it.\n')
  })
}
