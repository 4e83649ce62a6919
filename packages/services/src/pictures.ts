import type { PictureFile } from '@doorman/domain/picture'

export type Painted = { readonly name: PictureFile; readonly bytes: Uint8Array }

/** Who paints and encodes pictures. It takes seconds, and so is asked by jobs, not by readers. */
export type Pictures = {
  /** A cover in every size and format, and the social picture, which bears the title. */
  paintCover(cover: { title: string; category: string; seed: string }): Promise<Painted[]>
  /**
   * An uploaded picture anew, without anything that was hidden in its file.
   * Its name tells its size. Refuses with `invalid` what is no picture, too large, or drawn by a program (SVG).
   */
  reencode(upload: Uint8Array): Promise<Painted>
}
