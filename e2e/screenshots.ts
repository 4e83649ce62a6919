import { findFreePort } from '@doorman/cli/product/find-free-port'
import { startProduct } from '@doorman/cli/product/start-product'
import { Undo } from '@doorman/cli/product/undo'
import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { allow, openConsentPage, gmail } from './connect.ts'

/**
 * Makes the pictures of the README (`npm run screenshots`): starts the demo, connects a simulated
 * Gmail mailbox, waits for the first scan and photographs the app in both themes.
 */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const pages = { dashboard: '/dashboard', 'filtered-emails': '/filtered-emails' }
const themes = ['light', 'dark'] as const
const size = { width: 1280, height: 800 }

const dataDir = await mkdtemp(join(tmpdir(), 'doorman-screenshots-'))
const undo = new Undo()
try {
  await mkdir(folder, { recursive: true })
  const config = loadConfig({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
  await startProduct(config, createLogger('error'), undo, { isDev: false })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  await undo.add(() => browser.close())
  const context = await browser.newContext({
    baseURL: config.http.publicUrl,
    viewport: size,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await connectMailbox(page)
  for (const theme of themes)
    for (const [name, path] of Object.entries(pages)) await photograph(page, theme, name, path)
} finally {
  await undo.run()
  await rm(dataDir, { recursive: true, force: true })
}

async function connectMailbox(page: Page): Promise<void> {
  const data = { email: 'mara@lindqvist.example', password: 'correct horse battery' }
  await page.request.post('/api/auth/register', { data })
  await page.goto('/accounts')
  await openConsentPage(page, gmail)
  await allow(page, gmail)
  await page.getByText(/^Doorman moved \d+ of your last \d+ emails/).waitFor({ timeout: 120_000 })
}

async function photograph(page: Page, theme: string, name: string, path: string): Promise<void> {
  await page.evaluate((chosen) => window.localStorage.setItem('theme', chosen), theme)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const file = join(folder, `${name}-${theme}.webp`)
  await writeFile(
    file,
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toBuffer(),
  )
  console.log(file)
}
