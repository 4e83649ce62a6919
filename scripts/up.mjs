import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringNode, bringNodeTitle, hasNode, toNodePath } from './bring-node.mjs'
import { builds, isBuilt, runBuild } from './build.mjs'
import { findChromium, installChromium } from './chromium.mjs'
import { hasFfmpeg, installFfmpeg } from './ffmpeg.mjs'
import { handOver } from './hand-over.mjs'
import { hasPackages, installPackages } from './packages.mjs'
import { checkPort } from './port.mjs'
import { showProgress } from './progress.mjs'
import { Refusal } from './refusal.mjs'
import { withSetupLock } from './setup-lock.mjs'

// Brings whatever is missing, then runs the real thing on a Node that understands TypeScript.
// Only Node's own modules, and nothing newer than Node 20: this file runs before anything is installed.

/**
 * @typedef {{ program: string[], builds: (keyof typeof builds)[], listens?: true, browses?: true, films?: true, isQuiet?: true }} Command
 * @typedef {{ title: string, isDone: () => boolean, run: () => Promise<void> }} Step
 */

const cli = 'apps/cli/src/main.ts'
const tests = 'tools/run-tests.ts'

/** @type {Record<string, Command>} */
const commands = {
  start: { program: [cli, 'start'], builds: ['web', 'mail'], listens: true },
  dev: { program: [cli, 'start', '--dev'], builds: ['mail'], listens: true },
  doorman: { program: [cli], builds: ['web', 'mail'], isQuiet: true },
  test: { program: [tests], builds: ['web', 'mail'], browses: true },
  'test:long': { program: [tests, '--long'], builds: ['mail'] },
  verify: { program: [tests, '--quick'], builds: ['mail'] },
  train: { program: ['packages/classifier/src/training/train.ts'], builds: [] },
  evaluate: { program: ['packages/classifier/src/training/evaluate.ts'], builds: [] },
  bench: { program: ['bench/main.ts'], builds: ['web', 'mail'] },
  video: { program: ['apps/web/video/render.ts'], builds: [], browses: true, films: true },
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
  if (!command) throw new Refusal(`Say one of: ${Object.keys(commands).join(', ')}.`)
  if (command.listens) await checkPort(root)
  await setUp(toSteps(command), command.isQuiet ? process.stderr : process.stdout)

  const node = toNodePath(root)
  const [program = '', ...given] = command.program
  const chromium = command.browses && findChromium()
  await handOver(node, [join(root, program), ...given, ...args], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      ...(chromium && { CHROMIUM_PATH: chromium }),
    },
  })
}

/** @returns {Step[]} in the order in which they need one another */
function toSteps(/** @type {Command} */ command) {
  const node = toNodePath(root)
  return [
    { title: bringNodeTitle, isDone: () => hasNode(root), run: () => bringNode(root) },
    {
      title: 'Installing packages',
      isDone: () => hasPackages(root),
      run: () => installPackages(root, node),
    },
    ...command.builds.map((build) => ({
      title: builds[build].title,
      isDone: () => isBuilt(root, builds[build]),
      run: () => runBuild(root, node, builds[build]),
    })),
    ...(command.browses
      ? [
          {
            title: 'Installing Chromium',
            isDone: () => findChromium() !== null,
            run: installChromium,
          },
        ]
      : []),
    ...(command.films
      ? [{ title: 'Installing ffmpeg', isDone: hasFfmpeg, run: installFfmpeg }]
      : []),
  ]
}

/**
 * Does what is not done yet; where everything is, not even a lock is taken.
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
      if (!isDone()) throw new Refusal(`${title}: it ended well, and yet something is missing.`)
    }
  })
}
