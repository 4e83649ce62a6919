/** The keys of the list: what binds them and what explains them are made from this table. */
export const shortcuts = [
  { name: 'next', key: 'j', does: 'Go to the next email' },
  { name: 'previous', key: 'k', does: 'Go to the previous email' },
  { name: 'select', key: 'x', does: 'Select this email' },
  { name: 'restore', key: 'r', does: 'Restore this email, or all selected ones' },
  { name: 'spam', key: 's', does: 'Mark this email, or all selected ones, as spam' },
  { name: 'search', key: '/', does: 'Search' },
  { name: 'help', key: '?', does: 'Show these keys' },
] as const

export type ShortcutName = (typeof shortcuts)[number]['name']

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** A key that is held down goes on moving, and does everything else once. */
export function findShortcut(press: Press): ShortcutName | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const name = shortcuts.find(({ key }) => key === press.key)?.name ?? null
  return press.repeat && name !== 'next' && name !== 'previous' ? null : name
}
