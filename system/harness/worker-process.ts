import { registerDrizzleImports } from '@doorman/cli/product/drizzle-imports'

// Runs `doorman worker` on a test database, which is not durable.

registerDrizzleImports()
const { startWorker } = await import('@doorman/cli/commands/worker')
await startWorker([], process.env, { mayLoseData: true })
