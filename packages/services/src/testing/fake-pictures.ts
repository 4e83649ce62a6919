import { AppError } from '@doorman/domain/app-error'
import { coverFormats, coverWidths } from '@doorman/domain/site/picture'
import type { PaintedPicture, Pictures } from '../ports/pictures.ts'

/** Paints nothing. Refuses an upload with the content `hostile`. */
export class FakePictures implements Pictures {
  readonly painted: string[] = []

  async paintCover({ title }: { title: string }): Promise<PaintedPicture[]> {
    this.painted.push(title)
    const names = coverWidths.flatMap((width) =>
      coverFormats.map((format) => `${width}.${format}` as const),
    )
    return [...names, 'social.png' as const].map((name) => ({ name, bytes: Buffer.from(title) }))
  }

  async reencode(upload: Uint8Array): Promise<PaintedPicture> {
    if (Buffer.from(upload).toString() === 'hostile')
      throw new AppError('invalid', 'We can’t read this file.')
    return { name: '1200x800.webp', bytes: Buffer.from('encoded again') }
  }
}
