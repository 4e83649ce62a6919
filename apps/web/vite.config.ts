import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter(), precompress()],
  resolve: {
    alias: {
      // Radix stops the page from scrolling with a style element, which our Content-Security-Policy
      // forbids; `ui/backdrop.tsx` does it instead. Without the library the app is 4 KB lighter.
      'react-remove-scroll': fileURLToPath(new URL('no-remove-scroll.ts', import.meta.url)),
      // Nothing is parsed in the browser, and without the library every page is 8 KB lighter.
      ...(command === 'build' &&
        !isSsrBuild && {
          'zod/mini': fileURLToPath(new URL('no-schemas.ts', import.meta.url)),
        }),
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
                // Small parts of many pages, and what the toast is made of, which is on all of them.
                name: 'kit',
                test: /node_modules\/(lucide-react|@radix-ui\/(primitive|react-(collection|compose-refs|context|dismissable-layer|id|portal|presence|primitive|slot|toast|use-[a-z-]+|visually-hidden)))\/|packages\/domain|app\/(lib\/(api|format|nonce|page-meta|paths|text|theme|toast|use-hydrated)|ui\/(badge|banner|brand|button|card|empty|input|mark|page|skeleton|spinner))\./,
                minShareCount: 3,
              },
              {
                // The library alone: a group takes along what its modules import, and the query
                // client imports what the sign-in pages need as well.
                name: 'data',
                test: /node_modules\/@tanstack\//,
              },
              {
                // What the shell is made of, and small parts of most of its pages, which no public
                // page needs.
                name: 'shell',
                test: /node_modules\/(@floating-ui|aria-hidden|@radix-ui)\/|app\/(features\/(errors|shell)\/|lib\/(accounts|billing-info|current-user|failure|first-scan|leave|mail-filters|next-check|other-tabs|query|query-client|tell-act|time-zone)\.|ui\/(avatar|backdrop|brand-icons|dropdown|kbd|progress|select|sheet|sidebar|tooltip|use-sidebar)\.)/,
                minShareCount: 2,
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
  define: {
    // The commercial is rendered by a command of its own; until then the page goes without.
    __HAS_COMMERCIAL__: existsSync(new URL('public/video/doorman.mp4', import.meta.url)),
    ...(command === 'build' && { 'process.env.NODE_ENV': '"production"' }),
  },
}))
