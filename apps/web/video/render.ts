import { chromium } from 'playwright-core'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toCaptions } from './captions.ts'
import { countFrames, toAvif, toMaster, toMp4, toSeconds, toWebm } from './ffmpeg.ts'
import { openStage, type Stage } from './open-stage.ts'
import { chapters } from './script.ts'

// Shoots the commercial frame by frame and lays it where the landing page finds it.

const folder = fileURLToPath(new URL('../public/video/', import.meta.url))
/** A mail has crossed the line, in the middle of which the page has its button. */
const posterSecond = 24.6

const scratch = await mkdtemp(join(tmpdir(), 'doorman-video-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // Letters stand where the layout puts them, not on the nearest pixel, so that they move smoothly.
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
})
try {
  await mkdir(folder, { recursive: true })
  const stage = await openStage(browser)
  const master = join(scratch, 'master.mkv')
  await toMaster(shoot(stage), master)
  await toAvif(await stage.frameAt(posterSecond), join(folder, 'poster.avif'))
  await stage.close()
  console.log('Encoding doorman.mp4 and doorman.webm')
  await toMp4(master, join(folder, 'doorman.mp4'))
  await toWebm(master, join(folder, 'doorman.webm'))
  await writeFile(join(folder, 'captions.vtt'), toCaptions())
  for (const name of ['doorman.mp4', 'doorman.webm', 'poster.avif'])
    console.log(`${name} ${Math.round((await stat(join(folder, name))).size / 1000)} KB`)
} finally {
  await browser.close()
  await rm(scratch, { recursive: true })
}

async function* shoot(stage: Stage): AsyncIterable<Buffer> {
  const frames = countFrames(chapters.over)
  for (let frame = 0; frame < frames; frame += 1) {
    if (frame % countFrames(5) === 0) console.log(`Shooting second ${toSeconds(frame)}`)
    yield await stage.frameAt(toSeconds(frame))
  }
}
