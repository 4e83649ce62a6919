import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineScripts } from './vite/inline-scripts.ts'
import { precompress } from './vite/precompress.ts'
import { routeModuleErrors } from './vite/route-module-errors.ts'

const toPath = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const sharedByPages =
  /app\/(ui|lib|features\/(shell|mailboxes|first-scan|errors))\/|lucide-react|packages\/(domain|contract)\//

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), inlineScripts(), reactRouter(), routeModuleErrors(), precompress()],
  resolve: {
    alias: {
      // Radix locks the page's scrolling with a style element, which our Content-Security-Policy
      // forbids. `ui/overlays/parts/backdrop.tsx` locks it instead, and the app is 4 KB lighter.
      'react-remove-scroll': toPath('vite/stand-ins/react-remove-scroll.ts'),
      // The browser validates nothing, and every page is 8 KB lighter.
      ...(command === 'build' &&
        !isSsrBuild && { 'zod/mini': toPath('vite/stand-ins/zod-mini.ts') }),
    },
  },
  optimizeDeps: {
    // Otherwise Vite finds these packages while serving the first page, and reloads the page.
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
    // By default the bundler makes a chunk for every set of pages that share a module: some fifty
    // files per page, and a browser fetches six at a time over HTTP/1.1. So one file holds the
    // app's modules that two pages share, and any other module that four chunks share.
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'framework',
                test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
              },
              // Only pages of the app load data in the browser.
              { name: 'data', test: /node_modules\/@tanstack\// },
              { name: 'kit', test: sharedByPages, minShareCount: 2 },
              { name: 'kit', minShareCount: 4 },
            ],
          },
        },
      },
    }),
  },
  ssr: {
    // Our packages are used from source, and Node cannot import .tsx. The production bundle contains
    // everything, so that it behaves the same whatever NODE_ENV the process starts with.
    noExternal: command === 'build' ? true : [/^@doorman\//],
  },
  define: {
    // The commercial is rendered by a command of its own. Without its files the page leaves it out.
    __HAS_COMMERCIAL__: existsSync(toPath('public/video/doorman.mp4')),
    ...(command === 'build' && { 'process.env.NODE_ENV': '"production"' }),
  },
}))
