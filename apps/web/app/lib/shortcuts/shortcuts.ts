import { appPages } from '@doorman/domain/site/app-pages'

/**
 * Shortcuts that work on every page of the app. The key handler, the palette and the help dialog all
 * use this table. The list of filtered emails has its own.
 */
export const shortcuts = [
  { name: 'help', keys: '?', does: 'Show all keyboard shortcuts' },
  { name: 'dashboard', keys: 'g d', does: 'Go to Dashboard', path: appPages.dashboard },
  { name: 'filtered', keys: 'g f', does: 'Go to Filtered Emails', path: appPages.filteredEmails },
  { name: 'activity', keys: 'g h', does: 'Go to Activity', path: appPages.activity },
  { name: 'accounts', keys: 'g a', does: 'Go to Connected Accounts', path: appPages.accounts },
  { name: 'settings', keys: 'g s', does: 'Go to Filter Settings', path: appPages.filterSettings },
  { name: 'profile', keys: 'g p', does: 'Go to Account Settings', path: appPages.accountSettings },
  { name: 'billing', keys: 'g b', does: 'Go to Billing', path: appPages.billing },
] as const satisfies readonly { name: string; keys: string; does: string; path?: string }[]

export type Shortcut = (typeof shortcuts)[number]

/** Shortcuts with Ctrl or Cmd. They also work while the user types, and can’t be switched off. */
export const chords = [
  { keys: 'k', does: 'Search pages, accounts and actions' },
  { keys: 'b', does: 'Open or close the sidebar' },
] as const

const prefix = 'g'
/** The second key of a sequence must follow within this time. */
const sequenceMs = 1_500

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'timeStamp'>

/** What a key press means. */
export type Meaning =
  /** The key is not ours. */
  | { readonly kind: 'none' }
  /** The first key of a sequence, pressed at `startedAt`. */
  | { readonly kind: 'prefix'; readonly startedAt: number }
  | { readonly kind: 'shortcut'; readonly shortcut: Shortcut }
  /** The second key of a sequence that doesn't exist. It does nothing, so that `g r` restores no email. */
  | { readonly kind: 'mistyped' }

/** `startedAt` is when the prefix was pressed; `null` if the last key was not the prefix. */
export function findMeaning(press: Press, startedAt: number | null): Meaning {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return { kind: 'none' }
  const isSecond = startedAt !== null && press.timeStamp - startedAt <= sequenceMs
  const keys = isSecond ? `${prefix} ${press.key}` : press.key
  const shortcut = shortcuts.find((each) => each.keys === keys)
  if (shortcut) return { kind: 'shortcut', shortcut }
  if (isSecond) return { kind: 'mistyped' }
  if (press.key === prefix) return { kind: 'prefix', startedAt: press.timeStamp }
  return { kind: 'none' }
}

/** The key hint of a page, such as `g d`. */
export function findKeys(path: string): string | undefined {
  return shortcuts.find((shortcut) => 'path' in shortcut && shortcut.path === path)?.keys
}
