import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { sourcePaths } from './bundle/source-paths.ts'

/**
 * Bundles the server into a few files. From sources, Node reads, resolves and compiles every file.
 * That takes most of the time of a start, and half of the memory of a process.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourcePaths(fileURLToPath(new URL('../../', import.meta.url)))],
  build: {
    ssr: 'bundle/main.ts',
    outDir: 'build',
    emptyOutDir: true,
    target: 'node24',
    reportCompressedSize: false,
    sourcemap: true,
    rolldownOptions: {
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
      },
    },
  },
  ssr: {
    noExternal: true,
    // Native code, and what only `--dev` needs.
    external: ['sharp', 'vite'],
  },
})
