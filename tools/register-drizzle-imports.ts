import { registerDrizzleImports } from '@doorman/cli/product/drizzle-imports'

registerDrizzleImports()
