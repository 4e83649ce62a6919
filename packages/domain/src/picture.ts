import type { PictureId } from './ids.ts'

/** The widths in which a cover is kept, each in both formats. */
export const coverWidths = [480, 768, 1200] as const
export const coverFormats = ['avif', 'webp'] as const
/** What other sites show of a link to an article. Covers have the same shape. */
export const socialSize = { width: 1792, height: 1024 } as const

export type CoverFile = `${(typeof coverWidths)[number]}.${(typeof coverFormats)[number]}`
/** What an article shows in its text. The name tells the size, so that a page can keep its place. */
export type ArticlePictureFile = `${number}x${number}.webp`
export type PictureFile = CoverFile | 'social.png' | ArticlePictureFile

export function toPicturePath(id: PictureId, file: PictureFile): string {
  return `/media/${id}/${file}`
}
