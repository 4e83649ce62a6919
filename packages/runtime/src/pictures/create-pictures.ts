import { AppError } from '@doorman/domain/app-error'
import { drawCover } from '@doorman/domain/cover'
import { coverFormats, coverWidths, socialSize } from '@doorman/domain/picture'
import type { Painted, Pictures } from '@doorman/services/pictures'
import sharp, { type Sharp } from 'sharp'
import { setTitle } from './set-title.ts'

/** About a photograph of today's telephones. */
const mostPixels = 50_000_000
const readable = ['jpeg', 'png', 'webp', 'heif']

export function createPictures(): Pictures {
  return {
    async paintCover({ title, category, seed }) {
      const { svg } = drawCover(seed)
      const cover = await paint(svg)
      const covers = coverWidths.flatMap((width) =>
        coverFormats.map((format) => encode(sharp(cover), width, format)),
      )
      const words = await setTitle({ title, category })
      const social = sharp(await paint(svg + words)).png({ palette: true })
      return [
        ...(await Promise.all(covers)),
        { name: 'social.png' as const, bytes: await social.toBuffer() },
      ]
    },
    async reencode(upload) {
      try {
        const picture = sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' })
        if (!readable.includes((await picture.metadata()).format))
          throw new Error('Not a photograph')
        const { data, info } = await picture
          .rotate()
          .resize({ width: 1200, withoutEnlargement: true })
          .webp({ quality: 80 })
          .toBuffer({ resolveWithObject: true })
        return { name: `${info.width}x${info.height}.webp`, bytes: data }
      } catch (cause) {
        // Whatever a decoder says about a file it did not like, the file is the reason.
        throw new AppError(
          'invalid',
          'This file is no picture we can read: use JPEG, PNG, WebP or AVIF, of 50 megapixels at most.',
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

/** Metadata is left behind: a photograph may tell where it was taken. */
async function encode(
  picture: Sharp,
  width: (typeof coverWidths)[number],
  format: (typeof coverFormats)[number],
): Promise<Painted> {
  const resized = picture.resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'avif' ? resized.avif({ quality: 55, effort: 2 }) : resized.webp({ quality: 80 })
  return { name: `${width}.${format}`, bytes: await encoded.toBuffer() }
}
