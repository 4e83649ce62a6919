import { drawCover } from '@doorman/domain/site/cover'
import { coverFormats, coverWidths, socialSize } from '@doorman/domain/site/picture'
import type { CoverContent, PaintedPicture } from '@doorman/services/ports/pictures'
import sharp from 'sharp'
import { renderTitle } from './render-title.ts'

/** Encodes one picture after the other: together they would need several times the memory. */
export async function paintCover({
  title,
  category,
  seed,
}: CoverContent): Promise<PaintedPicture[]> {
  const { svg } = drawCover(seed)
  const cover = await paint(svg)
  const painted: PaintedPicture[] = []
  for (const width of coverWidths)
    for (const format of coverFormats) painted.push(await encode(cover, width, format))
  const titled = await paint(svg + (await renderTitle({ title, category })))
  const social = await sharp(titled).png({ palette: true }).toBuffer()
  return [...painted, { name: 'social.png', bytes: social }]
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
