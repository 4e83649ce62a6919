const maxPage = 5_000

/** A page number from the URL, or 1 if it is invalid. */
export function toPage(text: string | null): number {
  const page = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1
  return page >= 1 && page <= maxPage ? page : 1
}
