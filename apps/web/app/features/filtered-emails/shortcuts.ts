/** The list's shortcuts. The key handler and the help dialog both use this table. */
export const shortcuts = [
  { name: 'next', key: 'j', does: 'Go to the next email' },
  { name: 'previous', key: 'k', does: 'Go to the previous email' },
  { name: 'select', key: 'x', does: 'Select this email' },
  { name: 'restore', key: 'r', does: 'Restore this email or all selected emails' },
  { name: 'spam', key: 's', does: 'Mark this email or all selected emails as spam' },
  { name: 'search', key: '/', does: 'Search' },
  { name: 'help', key: '?', does: 'Show this list' },
] as const

export type ShortcutName = (typeof shortcuts)[number]['name']

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** A key that is held down repeats `next` and `previous` only. */
export function findShortcut(press: Press): ShortcutName | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const name = shortcuts.find(({ key }) => key === press.key)?.name ?? null
  return press.repeat && name !== 'next' && name !== 'previous' ? null : name
}
