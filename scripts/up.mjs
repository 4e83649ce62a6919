import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasNode, installNode, installNodeTitle, toNodePath } from './install-node.mjs'
import { builds, isBuilt, runBuild } from './build.mjs'
import { findChromium, installChromium } from './chromium.mjs'
import { hasFfmpeg, installFfmpeg } from './ffmpeg.mjs'
import { runInForeground } from './run-in-foreground.mjs'
import { hasPackages, installPackages } from './packages.mjs'
import { checkPort } from './port.mjs'
import { showProgress } from './progress.mjs'
import { Refusal } from './refusal.mjs'
import { withSetupLock } from './setup-lock.mjs'

// Installs and builds what is missing, then runs the command on a Node that runs TypeScript.
// This file runs before anything is installed, so it uses only Node's own modules as of Node 20.

/**
 * @typedef {{ program: string[], builds: (keyof typeof builds)[], needsPort?: true, needsBrowser?: true, needsFfmpeg?: true, isQuiet?: true, env?: Record<string, string> }} Command
 * @typedef {{ title: string, isDone: () => boolean, run: () => Promise<void> }} Step
 */

const cli = 'apps/cli/src/main.ts'
const bundledCli = 'apps/cli/build/main.js'
const tests = 'tools/run-tests.ts'
const dependencies = 'tools/dependencies/main.ts'

/** @type {Record<string, Command>} */
const commands = {
  start: { program: [bundledCli, 'start'], builds: ['web', 'emails', 'server'], needsPort: true },
  dev: { program: [cli, 'start', '--dev'], builds: ['emails'], needsPort: true },
  doorman: { program: [bundledCli], builds: ['web', 'emails', 'server'], isQuiet: true },
  test: { program: [tests], builds: ['web', 'emails'], needsBrowser: true },
  'test:long': { program: [tests, '--long'], builds: ['web', 'emails'], needsBrowser: true },
  'test:mutants': { program: ['tools/mutants/main.ts'], builds: ['web', 'emails'] },
  verify: { program: [tests, '--quick'], builds: ['emails'] },
  train: { program: ['packages/classifier/src/training/train.ts'], builds: [] },
  evaluate: { program: ['packages/classifier/src/training/evaluate.ts'], builds: [] },
  sbom: { program: [dependencies, 'sbom'], builds: [] },
  licences: { program: [dependencies, 'licences'], builds: [], isQuiet: true },
  advisories: { program: [dependencies, 'advisories'], builds: [] },
  bench: { program: ['bench/main.ts'], builds: ['web', 'emails', 'server'] },
  looks: {
    program: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=long-journeys',
      'e2e/looks.e2e.ts',
    ],
    builds: ['web', 'emails'],
    needsBrowser: true,
    env: { ACCEPT_LOOKS: '1' },
  },
  screenshots: { program: ['e2e/screenshots.ts'], builds: ['web', 'emails'], needsBrowser: true },
  video: {
    program: ['apps/web/video/render.ts'],
    builds: [],
    needsBrowser: true,
    needsFfmpeg: true,
  },
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = '', ...args] = process.argv.slice(2)

try {
  await up()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exit(1)
}

async function up() {
  const command = commands[name]
  if (!command)
    throw new Refusal(`Unknown command. Use one of: ${Object.keys(commands).join(', ')}.`)
  if (command.needsPort) await checkPort(root)
  await setUp(toSteps(command), command.isQuiet ? process.stderr : process.stdout)

  const node = toNodePath(root)
  const [program = '', ...given] = command.program
  const chromium = findChromium()
  await runInForeground(node, [join(root, program), ...given, ...args], {
    cwd: root,
    env: {
      // The C library keeps freed memory for each thread that used it. Two pools are enough.
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      ...(chromium && { CHROMIUM_PATH: chromium }),
      ...command.env,
    },
  })
}

/** @returns {Step[]} each step after the ones it needs */
function toSteps(/** @type {Command} */ command) {
  const node = toNodePath(root)
  return [
    { title: installNodeTitle, isDone: () => hasNode(root), run: () => installNode(root) },
    {
      title: 'Installing packages',
      isDone: () => hasPackages(root),
      run: () => installPackages(root, node),
    },
    ...toBuildSteps(command.builds.map((build) => builds[build])),
    ...(command.needsBrowser
      ? [
          {
            title: 'Installing Chromium',
            isDone: () => findChromium() !== null,
            run: installChromium,
          },
        ]
      : []),
    ...(command.needsFfmpeg
      ? [{ title: 'Installing ffmpeg', isDone: hasFfmpeg, run: installFfmpeg }]
      : []),
  ]
}

/**
 * Runs missing builds in parallel, because each build keeps one core busy.
 * @param {import('./build.mjs').Build[]} wanted
 * @returns {Step[]}
 */
function toBuildSteps(wanted) {
  const missing = wanted.filter((build) => !isBuilt(root, build))
  if (missing.length === 0) return []
  const names = missing.map(({ name }) => name)
  return [
    {
      title: `Building ${names.join(', ').replace(/, ([^,]+)$/, ' and $1')}`,
      isDone: () => missing.every((build) => isBuilt(root, build)),
      run: async () => {
        await Promise.all(missing.map((build) => runBuild(root, toNodePath(root), build)))
      },
    },
  ]
}

/**
 * Runs the steps that are not done yet. The lock is taken only if there are any.
 * @param {Step[]} steps
 * @param {NodeJS.WriteStream} stream
 */
async function setUp(steps, stream) {
  if (steps.every((step) => step.isDone())) return
  await withSetupLock(root, async (announce) => {
    for (const { title, isDone, run } of steps) {
      if (isDone()) continue
      announce(title.charAt(0).toLowerCase() + title.slice(1))
      await showProgress(stream, title, run)
      if (!isDone()) throw new Refusal(`${title} succeeded, but its result is still missing.`)
    }
  })
}
