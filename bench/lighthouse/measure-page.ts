import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FormFactor, Measurement } from './budgets.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
]

/** The parts of Lighthouse's report that we read. */
type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
  readonly runtimeError?: { readonly message: string }
}

/** Lighthouse has its own package.json and lock file, beside this file. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return
  console.log('Installing Lighthouse …')
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
}

export async function measurePage(options: {
  readonly url: string
  readonly formFactor: FormFactor
  readonly cookie: string | undefined
  readonly chromium: string
  readonly reportFile: string
}): Promise<Measurement> {
  const { url, formFactor, cookie, chromium, reportFile } = options
  await run(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${reportFile}`,
      `--chrome-flags=${chromeFlags.join(' ')}`,
      ...(formFactor === 'desktop' ? ['--preset=desktop'] : []),
      ...(cookie === undefined ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { CHROME_PATH: chromium },
  )
  return toMeasurement(JSON.parse(await readFile(reportFile, 'utf8')) as Report)
}

function toMeasurement({ categories, audits, runtimeError }: Report): Measurement {
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`)
  const toScore = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const toValue = (audit: string) => audits[audit]?.numericValue ?? Infinity
  return {
    performance: toScore('performance'),
    accessibility: toScore('accessibility'),
    bestPractices: toScore('best-practices'),
    seo: toScore('seo'),
    lcpMs: toValue('largest-contentful-paint'),
    cls: toValue('cumulative-layout-shift'),
    tbtMs: toValue('total-blocking-time'),
    kilobytes: toValue('total-byte-weight') / 1_000,
  }
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} failed with exit code ${code}`)
}
