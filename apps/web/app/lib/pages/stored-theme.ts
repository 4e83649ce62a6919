export const themeStorageKey = 'theme'

/** Dark is the default, and in the server's HTML. */
export function applyStoredTheme(page: Window): void {
  try {
    if (page.localStorage.getItem(themeStorageKey) === 'light')
      page.document.documentElement.dataset['theme'] = 'light'
  } catch {
    // The browser may forbid storage.
  }
}
