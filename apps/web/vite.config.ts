import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineScripts } from './vite/inline-scripts.ts'
import { precompress } from './vite/precompress.ts'

const toPath = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), inlineScripts(), reactRouter(), precompress()],
  resolve: {
    alias: {
      // Radix locks the page's scrolling with a style element, which our Content-Security-Policy
      // forbids. `ui/overlays/backdrop.tsx` locks it instead, and the app is 4 KB lighter.
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
    // The byte budgets are measured with the manifest.
    manifest: true,
    // By default the bundler makes a chunk for every set of pages that share a module: some fifty
    // files per page. Modules that many pages share compress better in one file. What many chunks
    // of the admin panel and hardly any other page share would make every page heavier there.
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
                // The client for data, and the calls that the app's pages share.
                name: 'data',
                test: /node_modules\/@tanstack\/|packages\/contract\/src\/(dashboard|activity|filtered-emails)\.ts/,
              },
              {
                name: 'kit',
                test: /node_modules\/(lucide-react|@radix-ui|@floating-ui|aria-hidden)\/|packages\/domain\/src\/(?!accounts\/audit|queue\/|site\/(?:tracking-codes|youtube))|app\/(?:lib\/(?!tracking-events)|ui\/(?!navigation\/(?:tabs|next-tab)|forms\/unsaved-guard|feedback\/loaded|overlays\/confirm-buttons)|features\/errors\/)/,
                minShareCount: 3,
              },
              {
                // Small files of every app page.
                name: 'shell',
                test: /app\/ui\/overlays\/sheet|user-button|lucide-react.*sliders-horizontal/,
              },
              {
                // Small files of Account Settings, some of which public pages share.
                name: 'account',
                test: /packages\/contract\/src\/(second-factor|own-data|emails|login)\.ts|lucide-react.*(?:key-round|\/check\.)/,
              },
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
