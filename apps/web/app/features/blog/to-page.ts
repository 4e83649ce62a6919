const furthest = 5_000

/** The number of a page in an address, or 1 where it makes no sense. */
export function toPage(text: string | null): number {
  const page = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1
  return page >= 1 && page <= furthest ? page : 1
}
