import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const compressible = /\.(?:js|css|json|svg|txt|vtt)$/
/** A smaller file fits into one packet, compressed or not. */
const minBytes = 1_024

/** Writes a `.br` and a `.gz` beside every file of the browser's build, so that no request compresses. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const names = await readdir(dir, { recursive: true })
      await Promise.all(
        names
          .filter((name) => compressible.test(name) && !name.startsWith('.vite'))
          .map((name) => compressBeside(`${dir}/${name}`)),
      )
    },
  }
}

async function compressBeside(file: string): Promise<void> {
  if ((await stat(file)).size < minBytes) return
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await brotliAsync(content, { params }))
  await writeFile(`${file}.gz`, await gzipAsync(content, { level: 9 }))
}
