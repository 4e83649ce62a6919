import tailwindcss from '@tailwindcss/vite'
import type { Browser } from 'playwright-core'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** The page that draws the film. */
export type Stage = {
  /** The frame at a second, as PNG. */
  frameAt(second: number): Promise<Buffer>
  close(): Promise<void>
}

/** Defined on the page by `film.ts`. */
declare const seek: (second: number) => void

export async function openStage(browser: Browser): Promise<Stage> {
  const server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    plugins: [tailwindcss()],
    // The page must not reload while frames are taken.
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  })
  await server.listen()
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  const [url = ''] = server.resolvedUrls?.local ?? []
  await page.goto(`${url}video/`)
  await page.waitForFunction(() => 'seek' in window)
  await page.evaluate(() => document.fonts.load('600 48px Geist'))
  return {
    async frameAt(second) {
      await page.evaluate((at) => seek(at), second)
      return page.screenshot()
    },
    async close() {
      await page.close()
      await server.close()
    },
  }
}
