import type { Plugin } from 'vite'

/** What we change in React Router, by file. */
const changes = [
  {
    file: 'routeModules.js',
    // Reloads the document, and never settles.
    old: /console\.error\(`Error loading route module[^]*?return new Promise\(\(\) => \{\}\);/,
    new: 'throw error;',
  },
  {
    file: 'routes.js',
    // The navigation would wait for ever, because the router only expects the loader itself to fail.
    old: /await (import\([^)]*route\.clientLoaderModule\s*\))/,
    new: 'await $1.catch((error) => ({ clientLoader() { throw error; } }))',
  },
  {
    file: 'routes.js',
    // Loads the same file ahead of time. The failure is reported above.
    old: /(import\([^)]*modulePath\s*\));/,
    new: '$1.catch(() => {});',
  },
]

/**
 * If the code of a page cannot be loaded, React Router reloads the document. Offline, the browser then
 * shows its own error page instead of the app. With this plugin the error reaches the page’s error
 * boundary, which offers to try again. Not during development, where Vite bundles React Router earlier.
 */
export function routeModuleErrors(): Plugin {
  return {
    name: 'doorman:route-module-errors',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/.*\/ssr\/(routeModules|routes)\.js$/ },
      handler(code, id) {
        let changed = code
        for (const change of changes.filter(({ file }) => id.endsWith(`/${file}`))) {
          if (!change.old.test(code))
            this.error('React Router loads the code of pages differently now')
          changed = changed.replace(change.old, change.new)
        }
        return { code: changed, map: null }
      },
    },
  }
}
