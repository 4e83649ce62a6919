const themeStorageKey = 'theme'

export type Theme = 'dark' | 'light'

/** Dark is the default, and in the server's HTML. */
export function applyStoredTheme(page: Window): void {
  try {
    if (page.localStorage.getItem(themeStorageKey) === 'light')
      page.document.documentElement.dataset['theme'] = 'light'
  } catch {
    // The browser may forbid storage.
  }
}

export function storeTheme(page: Window, theme: Theme): void {
  page.document.documentElement.dataset['theme'] = theme
  try {
    page.localStorage.setItem(themeStorageKey, theme)
  } catch {
    // The browser may forbid storage. Then the choice lasts until the page is left.
  }
}

/** Makes the buttons marked `data-theme-switch` work, also on pages that never hydrate. */
export function switchThemeOnClick(page: Window & typeof globalThis): void {
  page.document.addEventListener('click', ({ target }) => {
    if (!(target instanceof page.Element) || !target.closest('[data-theme-switch]')) return
    const isLight = page.document.documentElement.dataset['theme'] === 'light'
    storeTheme(page, isLight ? 'dark' : 'light')
  })
}
