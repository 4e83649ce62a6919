import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPictures } from './create-pictures.ts'

const pictures = createPictures()
const red = { create: { width: 1600, height: 900, channels: 3, background: 'red' } } as const

test('a process that ends paints a cover: three widths in two formats, and a social picture', async () => {
  const started = watchProcesses()
  const painted = await pictures.paintCover({
    title: 'A title <with> & "marks" that is long enough to be set in two lines',
    category: 'How It Works',
    seed: 'a-seed',
  })
  expect(started.map(({ exitCode }) => exitCode)).toEqual([0])
  expect(painted.map(({ name }) => name).sort()).toEqual([
    '1200.avif',
    '1200.webp',
    '480.avif',
    '480.webp',
    '768.avif',
    '768.webp',
    'social.png',
  ])
  for (const { name, bytes } of painted) {
    const { width, height, format } = await sharp(bytes).metadata()
    const expectedWidth = name === 'social.png' ? 1792 : Number.parseInt(name, 10)
    expect({ width, height, format }).toEqual({
      width: expectedWidth,
      height: Math.round((expectedWidth * 1024) / 1792),
      format: name.endsWith('avif') ? 'heif' : name.split('.')[1],
    })
    expect(bytes.length).toBeLessThan(200_000)
  }
}, 30_000)

test('an uploaded cover is cropped to the same sizes, and an author’s picture to a square', async () => {
  const upload = await sharp({ create: { ...red.create, width: 900, height: 1600 } })
    .jpeg()
    .toBuffer()
  const files = await pictures.cropCover(upload)
  expect(files).toHaveLength(7)
  const social = files.find(({ name }) => name === 'social.png')
  expect(await sharp(social?.bytes).metadata()).toMatchObject({ width: 1792, height: 1024 })
  const { name, bytes } = await pictures.cropPortrait(upload)
  expect(name).toBe('160x160.webp')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 160, height: 160 })
  await expect(pictures.cropCover(Buffer.from('<svg/>'))).rejects.toMatchObject({ code: 'invalid' })
}, 30_000)

test('painting fails if its process is killed', async () => {
  const started = watchProcesses()
  const painting = pictures.paintCover({ title: 'A title', category: '', seed: 'a-seed' })
  started[0]?.kill('SIGKILL')
  await expect(painting).rejects.toThrow('The painter process ended without a cover')
})

/** The processes that this one starts during a test. */
function watchProcesses(): readonly ChildProcess[] {
  const started: ChildProcess[] = []
  const onStart = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process)
  }
  subscribe('child_process', onStart)
  onTestFinished(() => void unsubscribe('child_process', onStart))
  return started
}

describe('an upload', () => {
  test('is encoded again, at most 1200 pixels wide and without metadata', async () => {
    const upload = await sharp(red)
      .withExif({ IFD0: { Artist: 'An artist' } })
      .jpeg()
      .toBuffer()
    const { name, bytes } = await pictures.reencode(upload)
    const { width, height, format, exif } = await sharp(bytes).metadata()
    expect({ width, format, exif }).toEqual({ width: 1200, format: 'webp', exif: undefined })
    expect(name).toBe(`${width}x${height}.webp`)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

  test.each([
    ['SVG', async () => Buffer.from(svg)],
    ['HTML', async () => Buffer.from('<script>alert(1)</script>')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a GIF', () => sharp(red).resize(10).gif().toBuffer()],
    ['a truncated picture', async () => (await sharp(red).png().toBuffer()).subarray(0, 200)],
    [
      'a picture of a hundred megapixels',
      // Enlarging takes a tenth of the time that creating it at this size takes.
      () =>
        sharp(red)
          .resize(10_000, 10_000, { kernel: 'nearest' })
          .png({ compressionLevel: 1 })
          .toBuffer(),
    ],
  ])(
    '%s is rejected as invalid',
    async (_what, make) => {
      await expect(pictures.reencode(await make())).rejects.toMatchObject({ code: 'invalid' })
    },
    60_000,
  )
})
