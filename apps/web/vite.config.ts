import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    alias: {
      // Radix stops the page from scrolling with a style element, which our Content-Security-Policy
      // forbids; `ui/backdrop.tsx` does it instead. Without the library the app is 4 KB lighter.
      'react-remove-scroll': fileURLToPath(new URL('no-remove-scroll.ts', import.meta.url)),
    },
  },
  optimizeDeps: {
    // Known beforehand, so that the first page of a development server need not load twice.
    include: [
      '@tanstack/react-query',
      'class-variance-authority',
      'clsx',
      'lucide-react',
      'radix-ui',
      'zod/mini',
    ],
  },
  build: {
    // The byte budgets are measured over it.
    manifest: true,
    // What every page needs compresses better in one file than in five.
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'framework',
                test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
              },
              {
                // Small parts of many pages, none of which brings a library along.
                name: 'kit',
                test: /lucide-react|packages\/domain|app\/(lib\/(api|format|page-meta|paths|text|toast)|ui\/(badge|banner|brand|button|card|empty|mark|page|skeleton|spinner))\./,
                minShareCount: 3,
              },
            ],
          },
        },
      },
    }),
  },
  ssr: {
    // Our packages are used from source, and Node cannot import .tsx. The production bundle holds
    // everything, so that it behaves the same whatever NODE_ENV the process was started with.
    noExternal: command === 'build' ? true : [/^@doorman\//],
  },
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
}))
