import { build, type Plugin } from 'vite'

const suffix = '?inline-script'

/**
 * Makes `import { code } from './file.ts?inline-script'` give that file as text: bundled with its
 * imports and minified, for a `<script>` element in the HTML of a page. Browsers get an empty text:
 * hydration leaves the script as the server has rendered it, and it would never run again.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null
      if (this.environment.config.consumer === 'client') return `export const code = ''`
      const { code, files } = await bundle(id.slice(0, -suffix.length))
      for (const file of files) this.addWatchFile(file)
      return `export const code = ${JSON.stringify(code)}`
    },
  }
}

async function bundle(file: string): Promise<{ code: string; files: readonly string[] }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error(`${file} was not bundled into one script`)
  const [script] = result.output
  return { code: script.code.trim(), files: script.moduleIds }
}
