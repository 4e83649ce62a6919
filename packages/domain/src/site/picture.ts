import type { PictureId } from '../ids.ts'

/** The widths in which a cover is stored, each in both formats. */
export const coverWidths = [480, 768, 1200] as const
export const coverFormats = ['avif', 'webp'] as const
/** The preview picture that other sites show for a link. Covers have the same proportions. */
export const socialSize = { width: 1792, height: 1024 } as const

type CoverFile = `${(typeof coverWidths)[number]}.${(typeof coverFormats)[number]}`
/** A picture in an article. Its name contains the size, so that the page can reserve its space. */
type ArticlePictureFile = `${number}x${number}.webp`
export type PictureFile = CoverFile | 'social.png' | ArticlePictureFile

export function toPicturePath(id: PictureId, file: PictureFile): string {
  return `/media/${id}/${file}`
}
