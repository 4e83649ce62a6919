/**
 * The list's shortcuts. The key handler and the help dialog both use this table. Shortcuts of the
 * whole app are in `lib/shortcuts`.
 */
export const shortcuts = [
  { name: 'next', key: 'j', does: 'Go to the next email' },
  { name: 'previous', key: 'k', does: 'Go to the previous email' },
  { name: 'expand', key: 'Enter', does: 'Open or close this email' },
  { name: 'mailbox', key: 'o', does: 'Open this email in Gmail or Outlook' },
  { name: 'select', key: 'x', does: 'Select this email' },
  { name: 'restore', key: 'r', does: 'Restore or keep this email or all selected emails' },
  { name: 'spam', key: 's', does: 'Mark this email or all selected emails as spam' },
  { name: 'move', key: 'm', does: 'Move this email or all selected emails out of the inbox' },
  { name: 'undo', key: 'z', does: 'Undo the last action' },
  { name: 'search', key: '/', does: 'Search' },
] as const

/** `expand` needs no handler: a row is a button, which the browser presses on Enter. */
export type ShortcutName = Exclude<(typeof shortcuts)[number]['name'], 'expand'>

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** A key that is held down repeats `next` and `previous` only. */
export function findShortcut(press: Press): ShortcutName | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const name = shortcuts.find(({ key }) => key === press.key)?.name
  if (name === undefined || name === 'expand') return null
  return press.repeat && name !== 'next' && name !== 'previous' ? null : name
}
