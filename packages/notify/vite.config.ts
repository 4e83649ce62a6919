import { defineConfig } from 'vite'

/** Node strips types but not JSX, so the templates are built for it. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'src/render.ts',
    outDir: 'build',
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'render.js' } },
  },
  ssr: { noExternal: [/^@doorman\//] },
})
