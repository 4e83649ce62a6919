/**
 * Lets a rendered page load its styles and font before its scripts. The page is complete without
 * scripts, and on a slow connection they would compete with styles and font.
 */
export function lowerScriptPriority(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(
      /(<script\b[^>]*) type="module" async="">/,
      '$1 type="module" async="" fetchpriority="low">',
    )
}

/**
 * Keeps a rendered page from loading its scripts: the module script becomes inert text, and its
 * preloads become links of an unknown kind. `releaseScripts` restores both in the browser.
 */
export function delayScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="delayed-modulepreload"')
    .replace(/(<script\b[^>]*) type="module" async="">/, '$1 type="text/plain" data-delayed="">')
}
