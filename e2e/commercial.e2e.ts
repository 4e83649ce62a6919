import { isThorough, whenThorough } from '@doorman/domain/testing/sample'
import { site } from '@doorman/content/site'
import { openStage } from '@doorman/web/open-stage'
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { expectAccessible, test } from './visit.ts'
import { waitForHydration } from './world.ts'

const { title, mp4, poster, story } = site.video

test('the video loads nothing before it is played, causes no layout shift, and has captions and a transcript', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/')
  await waitForHydration(page)
  const section = page.getByRole('region', { name: title })
  const play = section.getByRole('link', { name: `Play: ${title}` })
  await play.scrollIntoViewIfNeeded()
  await expect.poll(() => fetched.filter((path) => path.startsWith('/video/'))).toEqual([poster])
  const height = (await section.boundingBox())?.height
  // The poster plays the video without JavaScript, too.
  expect(await play.getAttribute('href')).toBe(mp4)
  if (isThorough) await expectAccessible(page)

  await play.click()
  const video = section.locator('video')
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0)
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => Math.round(film.duration)))
    .toBe(30)
  expect((await section.boundingBox())?.height).toBe(height)
  expect(await video.evaluate((film) => film === document.activeElement)).toBe(true)
  if (isThorough) await expectAccessible(page)

  const cues = () =>
    video.evaluate((film: HTMLVideoElement) => {
      const track = film.textTracks[0]
      if (track) track.mode = 'showing'
      return Array.from(track?.cues ?? [], (cue) => (cue as VTTCue).text)
    })
  await expect.poll(cues).toEqual(Object.values(story))
  await section.getByText('Read the transcript').click()
  await expect
    .poll(() => section.getByRole('listitem').allTextContents())
    .toEqual(Object.values(story))
})

whenThorough(test)('the video can be played and stopped with the keyboard', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const section = page.getByRole('region', { name: title })
  await section.getByRole('link', { name: `Play: ${title}` }).focus()
  await page.keyboard.press('Enter')
  const video = section.locator('video')
  await video.waitFor()
  await expect.poll(() => video.evaluate((film) => film === document.activeElement)).toBe(true)
  const isPaused = () => video.evaluate((film: HTMLVideoElement) => film.paused)
  await expect.poll(isPaused).toBe(false)
  await page.keyboard.press('Space')
  await expect.poll(isPaused).toBe(true)
})

whenThorough(test)('every frame of the video depends only on its time', async ({ world }) => {
  const seconds = [9.9, 22.2, 1.5, 6.3, 14, 17.7, 27]
  const shoot = async (order: readonly number[]) => {
    const stage = await openStage(world.browser)
    const frames = new Map<number, string>()
    for (const second of order)
      frames.set(
        second,
        createHash('sha256')
          .update(await stage.frameAt(second))
          .digest('hex'),
      )
    await stage.close()
    return seconds.map((second) => frames.get(second))
  }
  const forwards = await shoot(seconds)
  expect(new Set(forwards).size).toBe(seconds.length)
  expect(await shoot(seconds.toReversed())).toEqual(forwards)
})
