/**
 * How many pictures of a rendered article are not shown. The server drops the address of a picture
 * that is not the blog’s own.
 */
export function countForeignPictures(html: string): number {
  return html.match(/<img(?![^>]* src=")/g)?.length ?? 0
}
