import { defineConfig } from 'vite'

/**
 * Node strips types but not JSX, so the templates are built for it. The build contains everything
 * they need: loading hundreds of files of a library would take longer than rendering.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'src/render.ts',
    outDir: 'build',
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'render.js' } },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
})
