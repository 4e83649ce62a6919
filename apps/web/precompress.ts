import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compressible = /\.(?:js|css|json|svg|vtt)$/
/** What is smaller fits one packet either way. */
const fewestBytes = 1_024

/** Lays a `.br` and a `.gz` beside every file of the browser's build, so that no request pays for it. */
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
  if ((await stat(file)).size < fewestBytes) return
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await brotli(content, { params }))
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }))
}
