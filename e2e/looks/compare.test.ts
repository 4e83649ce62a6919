import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeDifference, encodeThumbnail, readThumbnail, toThumbnail } from './compare.ts'

type Shape = { readonly x: number; readonly y: number; readonly fill?: string }

/** A dark screen of 600 by 400 px with rows of grey text-like bars. */
async function screenWith(...shapes: readonly Shape[]): Promise<Buffer> {
  const bars = shapes.map(
    ({ x, y, fill = '#aaa' }) => `<rect x="${x}" y="${y}" width="180" height="12" fill="${fill}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#111"/>${bars.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const rows = [
  { x: 40, y: 60 },
  { x: 40, y: 120 },
  { x: 300, y: 120 },
]

async function compare(actual: readonly Shape[], size?: { width: number }) {
  const baseline = await encodeThumbnail(await toThumbnail(await screenWith(...rows)))
  const screenshot = sharp(await screenWith(...actual)).resize(size ?? null)
  return describeDifference(
    await toThumbnail(await screenshot.png().toBuffer()),
    await readThumbnail(baseline),
  )
}

test('the same screen passes, even if its text is a pixel further or a little lighter', async () => {
  expect(await compare(rows)).toBeNull()
  expect(await compare(rows.map(({ x, y }) => ({ x: x + 1, y })))).toBeNull()
  expect(await compare(rows.map((row) => ({ ...row, fill: '#b4b4b4' })))).toBeNull()
})

test('a missing part fails, and so does a part that covers another', async () => {
  expect(await compare(rows.slice(0, 2))).toMatch(/^the part at \d+, \d+ differs/)
  expect(await compare([...rows.slice(0, 2), { x: 130, y: 108 }])).toMatch(/differs/)
})

test('another theme and another size fail', async () => {
  const light = await sharp(await screenWith(...rows))
    .negate({ alpha: false })
    .png()
    .toBuffer()
  const baseline = await toThumbnail(await screenWith(...rows))
  expect(describeDifference(await toThumbnail(light), baseline)).toMatch(/the whole differs/)
  expect(await compare(rows, { width: 500 })).toMatch(/instead of 100×67/)
})
