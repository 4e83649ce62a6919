import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/build/**', '**/.tools/**', '**/.data/**']
const withDatabase = { globalSetup: 'tools/vitest-global-setup.ts' }
/**
 * Files share what they import, which is most of their time; each makes a world of its own.
 * By itself vitest leaves one core to whoever watches, which is half of two.
 */
const sharesImports = { isolate: false, maxWorkers: 2 }
const withQuietConsole = { setupFiles: 'tools/stray-console.ts' }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts', '**/*.hostile.test.ts', '**/*.long.test.ts'],
          testTimeout: 20_000,
          ...sharesImports,
          ...withQuietConsole,
        },
      },
      {
        test: {
          name: 'hostile',
          include: ['**/*.hostile.test.ts'],
          exclude,
          testTimeout: 30_000,
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
          ...withDatabase,
          ...sharesImports,
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
          // Each file keeps a machine busy with processes of its own.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...withDatabase,
          ...withQuietConsole,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/*.e2e.ts'],
          exclude,
          // Minutes, since a page on a busy machine takes its time: what hangs is ended by its own wait.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page on a busy machine may take longer than the second that is waited by default.
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 1 },
          setupFiles: 'e2e/open-world.ts',
          ...withDatabase,
          ...sharesImports,
        },
      },
    ],
  },
})
