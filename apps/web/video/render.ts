import { chromium } from 'playwright-core'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toCaptions } from './captions.ts'
import { countFrames, toAvif, toMaster, toMp4, toSeconds, toWebm } from './ffmpeg.ts'
import { openStage, type Stage } from './open-stage.ts'
import { chapters } from './script.ts'

// Renders the commercial frame by frame and writes it to `apps/web/public/video`.

const folder = fileURLToPath(new URL('../public/video/', import.meta.url))
/** At this second an email has just crossed the line. The page's play button covers the middle of the line. */
const posterSecond = 24.6

const scratch = await mkdtemp(join(tmpdir(), 'doorman-video-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // Without hinting letters are not snapped to pixels, so they move smoothly.
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
})
try {
  await mkdir(folder, { recursive: true })
  const stage = await openStage(browser)
  const master = join(scratch, 'master.mkv')
  await toMaster(takeFrames(stage), master)
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

async function* takeFrames(stage: Stage): AsyncIterable<Buffer> {
  const frames = countFrames(chapters.over)
  for (let frame = 0; frame < frames; frame += 1) {
    if (frame % countFrames(5) === 0) console.log(`Rendering second ${toSeconds(frame)}`)
    yield await stage.frameAt(toSeconds(frame))
  }
}
