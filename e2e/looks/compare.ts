import sharp, { type Sharp } from 'sharp'

/** A picture so small that the antialiasing of another browser disappears, but no missing block does. */
export type Thumbnail = { readonly pixels: Buffer; readonly width: number; readonly height: number }

const shrinkage = 6
const blockPx = 8
/** Largest differences per pixel, on a grey scale of 0 to 255: on average, and within a block. */
const maxMeanDifference = 2.5
const maxBlockDifference = 14

export async function toThumbnail(screenshot: Buffer): Promise<Thumbnail> {
  const { width } = await sharp(screenshot).metadata()
  return decode(sharp(screenshot).resize(Math.round(width / shrinkage)))
}

export function readThumbnail(file: Buffer | string): Promise<Thumbnail> {
  return decode(sharp(file))
}

export function encodeThumbnail({ pixels, width, height }: Thumbnail): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .webp({ lossless: true })
    .toBuffer()
}

async function decode(picture: Sharp): Promise<Thumbnail> {
  const { data, info } = await picture
    .greyscale()
    .removeAlpha()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Describes the difference; `null` if there is none. */
export function describeDifference(actual: Thumbnail, expected: Thumbnail): string | null {
  const { width, height } = actual
  if (width !== expected.width || height !== expected.height)
    return `it is ${width}×${height} instead of ${expected.width}×${expected.height}`
  const differences = actual.pixels.map((grey, index) =>
    Math.abs(grey - (expected.pixels[index] ?? 0)),
  )
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length
  if (mean > maxMeanDifference) return `the whole differs by ${mean.toFixed(1)} on average`
  const worst = findWorstBlock(actual, expected)
  if (worst.difference <= maxBlockDifference) return null
  const x = worst.x * shrinkage
  const y = worst.y * shrinkage
  return `the part at ${x}, ${y} differs by ${worst.difference.toFixed(1)}`
}

/** Blocks are compared by their mean, so text that moves by a pixel makes no difference. */
function findWorstBlock(actual: Thumbnail, expected: Thumbnail) {
  let worst = { difference: 0, x: 0, y: 0 }
  for (let y = 0; y < actual.height; y += blockPx)
    for (let x = 0; x < actual.width; x += blockPx) {
      const difference = Math.abs(meanOf(actual, x, y) - meanOf(expected, x, y))
      if (difference > worst.difference) worst = { difference, x, y }
    }
  return worst
}

function meanOf({ pixels, width, height }: Thumbnail, left: number, top: number): number {
  const right = Math.min(left + blockPx, width)
  const bottom = Math.min(top + blockPx, height)
  let sum = 0
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) sum += pixels[y * width + x] ?? 0
  return sum / ((right - left) * (bottom - top))
}
