import { registerDrizzleImports } from '@doorman/cli/product/drizzle-imports'

// Runs `doorman web` on a test database, which is not durable.

registerDrizzleImports()
const { startWeb } = await import('@doorman/cli/commands/web')
await startWeb([], process.env, { mayLoseData: true })
