import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { parseArgs } from 'node:util'
import { demoSignIns } from '../demo/seed-demo.ts'
import { runUntilStopped } from '../product/run-until-stopped.ts'
import { startProduct } from '../product/start-product.ts'

/** Runs the whole product in one process; as a demo on simulators if nothing real is configured. */
export async function start(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArgs({ args, options: { dev: { type: 'boolean', default: false } } })
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  await runUntilStopped(logger, async (undo) => {
    await startProduct(config, logger, undo, { isDev: values.dev, hasHistory: true })
    console.log(`\n  Doorman is running at ${config.http.publicUrl}`)
    if (config.isDemo) {
      console.log(
        '\n  This is a demo with simulated mailboxes. See them, and send them emails, at /dev/world/.',
      )
      console.log('  Emails from Doorman to its users are at /dev/outbox.')
      console.log('  Sign in with')
      for (const { email, password } of demoSignIns) console.log(`    ${email}  ${password}`)
    }
    console.log('\n  Press Ctrl+C to stop.\n')
  })
}
