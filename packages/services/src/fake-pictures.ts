import { AppError } from '@doorman/domain/app-error'
import { coverFormats, coverWidths } from '@doorman/domain/picture'
import type { Painted, Pictures } from './pictures.ts'

/** Paints nothing, quickly. An upload is refused where it says `hostile`. */
export class FakePictures implements Pictures {
  readonly painted: string[] = []

  async paintCover({ title }: { title: string }): Promise<Painted[]> {
    this.painted.push(title)
    const names = coverWidths.flatMap((width) =>
      coverFormats.map((format) => `${width}.${format}` as const),
    )
    return [...names, 'social.png' as const].map((name) => ({ name, bytes: Buffer.from(title) }))
  }

  async reencode(upload: Uint8Array): Promise<Painted> {
    if (Buffer.from(upload).toString() === 'hostile')
      throw new AppError('invalid', 'This file is no picture we can read.')
    return { name: '1200x800.webp', bytes: Buffer.from('anew') }
  }
}
