import { AppError } from '@doorman/domain/app-error'
import { drawCover } from '@doorman/domain/site/cover'
import { coverFormats, coverWidths, socialSize } from '@doorman/domain/site/picture'
import type { PaintedPicture, Pictures } from '@doorman/services/ports/pictures'
import sharp, { type Sharp } from 'sharp'
import { renderTitle } from './render-title.ts'

/** About the size of a photo from a current phone. */
const maxPixels = 50_000_000
const acceptedFormats = ['jpeg', 'png', 'webp', 'heif']

export function createPictures(): Pictures {
  return {
    async paintCover({ title, category, seed }) {
      const { svg } = drawCover(seed)
      const cover = await paint(svg)
      const covers = coverWidths.flatMap((width) =>
        coverFormats.map((format) => encode(sharp(cover), width, format)),
      )
      const titleShapes = await renderTitle({ title, category })
      const social = sharp(await paint(svg + titleShapes)).png({ palette: true })
      return [
        ...(await Promise.all(covers)),
        { name: 'social.png' as const, bytes: await social.toBuffer() },
      ]
    },
    async reencode(upload) {
      try {
        const picture = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
        if (!acceptedFormats.includes((await picture.metadata()).format))
          throw new Error('Unsupported format')
        const { data, info } = await picture
          .rotate()
          .resize({ width: 1200, withoutEnlargement: true })
          .webp({ quality: 80 })
          .toBuffer({ resolveWithObject: true })
        return { name: `${info.width}x${info.height}.webp`, bytes: data }
      } catch (cause) {
        // Every decoder error means that the file is not acceptable.
        throw new AppError(
          'invalid',
          'We can’t read this file. Use a JPEG, PNG, WebP or AVIF of at most 50 megapixels.',
          { cause },
        )
      }
    },
  }
}

async function paint(shapes: string): Promise<Buffer> {
  const { width, height } = socialSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}

async function encode(
  picture: Sharp,
  width: (typeof coverWidths)[number],
  format: (typeof coverFormats)[number],
): Promise<PaintedPicture> {
  const resized = picture.resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'avif' ? resized.avif({ quality: 55, effort: 2 }) : resized.webp({ quality: 80 })
  return { name: `${width}.${format}`, bytes: await encoded.toBuffer() }
}
