import type { PictureFile } from '@doorman/domain/site/picture'

export type PaintedPicture = { readonly name: PictureFile; readonly bytes: Uint8Array }

export type CoverContent = {
  readonly title: string
  readonly category: string
  readonly seed: string
}

/**
 * Paints and encodes pictures. That takes seconds, so it belongs in a job, not in a page request.
 */
export type Pictures = {
  /** A cover in every size and format, and the social picture, which shows the title. */
  paintCover(cover: CoverContent): Promise<PaintedPicture[]>
  /**
   * Encodes an uploaded picture again, which drops its metadata and anything hidden in the file.
   * The name contains the size. Throws `invalid` if it is not a picture, too large, or an SVG.
   */
  reencode(upload: Uint8Array): Promise<PaintedPicture>
  /** Crops an uploaded picture to a cover, in the same sizes and formats as a painted one. */
  cropCover(upload: Uint8Array): Promise<PaintedPicture[]>
  /** Crops an uploaded picture to a small square. */
  cropPortrait(upload: Uint8Array): Promise<PaintedPicture>
}
