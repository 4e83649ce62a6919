import { drawCover } from '@doorman/domain/site/cover'
import { coverFormats, coverWidths, socialSize } from '@doorman/domain/site/picture'
import type { CoverContent, PaintedPicture } from '@doorman/services/ports/pictures'
import sharp from 'sharp'
import { renderTitle } from './render-title.ts'

/** Draws a cover. Its social picture also shows the title. */
export async function paintCover({
  title,
  category,
  seed,
}: CoverContent): Promise<PaintedPicture[]> {
  const { svg } = drawCover(seed)
  const cover = await paint(svg)
  return encodeCover(cover, await paint(svg + (await renderTitle({ title, category }))))
}

/** Crops an upload to the proportions of a cover. The social picture is the same, without a title. */
export async function cropCover(upload: Uint8Array): Promise<PaintedPicture[]> {
  const cover = await sharp(upload)
    .rotate()
    .resize({ ...socialSize, fit: 'cover' })
    .png()
    .toBuffer()
  return encodeCover(cover, cover)
}

/** Encodes one picture after the other: together they would need several times the memory. */
async function encodeCover(cover: Buffer, social: Buffer): Promise<PaintedPicture[]> {
  const encoded: PaintedPicture[] = []
  for (const width of coverWidths)
    for (const format of coverFormats) encoded.push(await encode(cover, width, format))
  const bytes = await sharp(social).png({ palette: true }).toBuffer()
  return [...encoded, { name: 'social.png', bytes }]
}

async function paint(shapes: string): Promise<Buffer> {
  const { width, height } = socialSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}

async function encode(
  cover: Buffer,
  width: (typeof coverWidths)[number],
  format: (typeof coverFormats)[number],
): Promise<PaintedPicture> {
  const resized = sharp(cover).resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'avif' ? resized.avif({ quality: 55, effort: 2 }) : resized.webp({ quality: 80 })
  return { name: `${width}.${format}`, bytes: await encoded.toBuffer() }
}
