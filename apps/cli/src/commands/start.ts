import { loadConfig } from '@doorman/runtime/config'
import { createLogger } from '@doorman/runtime/logger'
import { parseArgs } from 'node:util'
import { demoSignIns } from '../demo.ts'
import { startProduct } from '../start-product.ts'
import { stopOnSignal } from '../stop-on-signal.ts'

/** The whole product in one process, on the simulators where nothing real is configured. */
export async function start(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArgs({ args, options: { dev: { type: 'boolean', default: false } } })
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  const product = await startProduct(config, logger, { isDev: values.dev })
  stopOnSignal(logger, () => product.stop())

  console.log(`\n  Doorman is at ${config.http.publicUrl}`)
  if (config.isDemo) {
    console.log('\n  This is a demo. Sign in with')
    for (const { email, password } of demoSignIns) console.log(`    ${email}  ${password}`)
    if (!config.smtp) console.log(`  Mail it sends: ${config.http.publicUrl}/dev/outbox`)
  }
  console.log('\n  Ctrl+C stops it.\n')
}
