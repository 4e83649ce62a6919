import { AppError } from '@doorman/domain/app-error'
import { coverFormats, coverWidths } from '@doorman/domain/site/picture'
import type { PaintedPicture, Pictures } from '../ports/pictures.ts'

/** Paints nothing. Refuses an upload with the content `hostile`. */
export class FakePictures implements Pictures {
  readonly painted: string[] = []

  async paintCover({ title }: { title: string }): Promise<PaintedPicture[]> {
    this.painted.push(title)
    return toCover(title)
  }

  async cropCover(upload: Uint8Array): Promise<PaintedPicture[]> {
    return toCover((await this.reencode(upload)).name)
  }

  async cropPortrait(upload: Uint8Array): Promise<PaintedPicture> {
    return { ...(await this.reencode(upload)), name: '160x160.webp' }
  }

  async reencode(upload: Uint8Array): Promise<PaintedPicture> {
    if (Buffer.from(upload).toString() === 'hostile')
      throw new AppError('invalid', 'We can’t read this file.')
    return { name: '1200x800.webp', bytes: Buffer.from('encoded again') }
  }
}

function toCover(text: string): PaintedPicture[] {
  const names = coverWidths.flatMap((width) =>
    coverFormats.map((format) => `${width}.${format}` as const),
  )
  return [...names, 'social.png' as const].map((name) => ({ name, bytes: Buffer.from(text) }))
}
