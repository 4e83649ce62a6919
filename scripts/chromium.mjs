import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { openApt } from './apt.mjs'

/** The headless shell comes first: with it, tests take a third less time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const usualPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...usualPaths].find((path) => existsSync(path)) ?? null
}

export async function installChromium() {
  const apt = await openApt(
    'This needs a browser, and none was found. Install Chromium or Chrome (on Debian: sudo apt-get install chromium), or set CHROMIUM_PATH.',
  )
  await apt
    .install('chromium-headless-shell', 'fonts-liberation')
    .catch(() => apt.install('chromium', 'fonts-liberation'))
}
