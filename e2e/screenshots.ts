import { demoSignIns } from '@doorman/cli/demo/seed-demo'
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

/**
 * Makes the pictures of the app (`npm run screenshots`): starts the demo, signs in as its user, who
 * has weeks of filtered emails, and photographs the app in both themes, for the README (WebP) and for
 * the landing page (AVIF, without the demo line, and of a phone too). Run it after every change of
 * the look of these screens, and commit the pictures.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const themes = ['light', 'dark'] as const

type Picture = {
  /** Without theme and extension. */
  readonly file: string
  readonly path: string
  readonly width: number
  readonly height: number
  /** Where the picture starts: at the top, below the demo line, or with the list of emails. */
  readonly from: 'top' | 'app' | 'list'
}

const filteredEmails = '/filtered-emails'
const readme = { width: 1280, height: 800, from: 'top' } as const
const landing = 'apps/web/app/features/home/pictures'

const pictures: readonly Picture[] = [
  { file: 'docs/images/dashboard', path: '/dashboard', ...readme },
  { file: 'docs/images/filtered-emails', path: filteredEmails, ...readme },
  // `features/home/app-picture.tsx` states the same sizes.
  {
    file: `${landing}/filtered-emails`,
    path: filteredEmails,
    width: 1280,
    height: 600,
    from: 'app',
  },
  {
    file: `${landing}/filtered-emails-phone`,
    path: filteredEmails,
    width: 390,
    height: 320,
    from: 'list',
  },
]

/** The largest size of a picture of the landing page. */
const maxLandingBytes = 60_000
const demoLineHeight = 28

const dataDir = await mkdtemp(join(tmpdir(), 'doorman-screenshots-'))
const undo = new Undo()
try {
  const config = loadConfig({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
  await startProduct(config, createLogger('error'), undo, { isDev: false, hasHistory: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  await undo.add(() => browser.close())
  const context = await browser.newContext({
    baseURL: config.http.publicUrl,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await signIn(page)
  for (const theme of themes) for (const picture of pictures) await photograph(page, theme, picture)
} finally {
  await undo.run()
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Signs in, moves the emails that would be moved, and dismisses the summary of the first scan and the
 * trial's line.
 */
async function signIn(page: Page): Promise<void> {
  const [{ email, password }] = demoSignIns
  await page.request.post('/api/auth/login', { data: { email, password } })
  const observed = await (await page.request.get('/api/microsoft-accounts')).json()
  for (const { id } of observed) await page.request.post(`/api/accounts/${id}/move-observed`)
  await page.goto('/dashboard')
  for (const name of [/cold emails? (?:is|are) out of your inbox/, 'Pro trial']) {
    const notice = page.getByLabel(name)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await notice.waitFor({ state: 'detached' })
  }
}

async function photograph(page: Page, theme: string, picture: Picture): Promise<void> {
  const { path, width, height, from } = picture
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((chosen) => window.localStorage.setItem('theme', chosen), theme)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('main .delayed').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
  const y = { top: 0, app: demoLineHeight, list: await findListTop(page) }[from]
  await page.setViewportSize({ width, height: y + height })
  const shot = sharp(await page.screenshot({ clip: { x: 0, y, width, height } }))
  const isOfReadme = from === 'top'
  const bytes = isOfReadme
    ? await shot.webp({ quality: 80 }).toBuffer()
    : await shot
        .resize(Math.min(2 * width, 1920))
        .avif({ quality: 50 })
        .toBuffer()
  const file = `${picture.file}-${theme}.${isOfReadme ? 'webp' : 'avif'}`
  if (!isOfReadme && bytes.length > maxLandingBytes)
    throw new Error(`${file} has ${bytes.length} bytes, more than ${maxLandingBytes}`)
  await mkdir(join(root, file, '..'), { recursive: true })
  await writeFile(join(root, file), bytes)
  console.log(file, `${Math.round(bytes.length / 1000)} KB`)
}

async function findListTop(page: Page): Promise<number> {
  const count = page.getByText(/^[\d,]+ emails$/)
  if ((await count.count()) === 0) return 0
  const box = await count.first().boundingBox()
  return Math.max(0, Math.round((box?.y ?? 0) - 32))
}
