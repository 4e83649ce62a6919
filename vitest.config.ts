import { defineConfig } from 'vitest/config'
import { sampledTests, slowUnitTests } from './tools/test-files.ts'

const exclude = ['**/node_modules/**', '**/build/**', '**/.tools/**', '**/.data/**']
const withDatabase = { globalSetup: 'tools/vitest-global-setup.ts' }
/**
 * Files of one worker share their imports, which take most of the time; each file sets up its own
 * data. Three workers on two cores, because a worker often waits for PostgreSQL or another process.
 */
const sharesImports = {
  isolate: false,
  maxWorkers: 3,
  execArgv: ['--import', './tools/register-drizzle-imports.ts'],
}
/** A test that fails because CI's machine stalled is tried again. The summary names it. */
const triedAgain = { retry: process.env.CI ? 1 : 0 }
/** The default of one second is too short on a busy machine. */
const withLongPolls = { expect: { poll: { timeout: 10_000 } } }
const journeys = {
  include: ['e2e/*.e2e.ts'],
  exclude,
  // Generous, because pages are slow on a busy machine. Every wait inside has its own timeout.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  ...withLongPolls,
  sequence: { groupOrder: 1 },
  ...withDatabase,
  ...sharesImports,
  ...triedAgain,
}
const withQuietConsole = { setupFiles: 'tools/stray-console.ts' }
const unit = {
  include: ['**/*.test.{ts,tsx}'],
  exclude: [...exclude, '**/*.db.test.ts', '**/*.hostile.test.ts', '**/*.long.test.ts'],
  testTimeout: 20_000,
  provide: { isThorough: false },
  ...sharesImports,
  ...withQuietConsole,
}

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', ...unit } },
      // What `npm run verify` runs.
      { test: { name: 'quick', ...unit, exclude: [...unit.exclude, ...slowUnitTests] } },
      {
        test: {
          name: 'hostile',
          include: ['**/*.hostile.test.ts'],
          exclude,
          testTimeout: 30_000,
          provide: { isThorough: false },
          ...sharesImports,
          ...withQuietConsole,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude,
          testTimeout: 20_000,
          hookTimeout: 20_000,
          provide: { isThorough: false },
          ...withLongPolls,
          ...withDatabase,
          ...sharesImports,
          ...triedAgain,
          ...withQuietConsole,
        },
      },
      {
        test: {
          name: 'long',
          include: ['**/*.long.test.ts'],
          exclude,
          testTimeout: 600_000,
          hookTimeout: 60_000,
          // Each file starts several processes and keeps both cores busy.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...withDatabase,
          ...withQuietConsole,
        },
      },
      {
        test: {
          name: 'thorough',
          include: [...sampledTests],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          provide: { isThorough: true },
          ...withDatabase,
          ...sharesImports,
          ...withQuietConsole,
        },
      },
      { test: { name: 'journeys', provide: { isThorough: false }, ...journeys } },
      { test: { name: 'long-journeys', provide: { isThorough: true }, ...journeys } },
    ],
  },
})
