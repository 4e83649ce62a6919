import { fileURLToPath } from 'node:url'
import { builds, ensureBuilt } from '../scripts/build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The bundle that operators run. Builds it if the sources have changed since. */
export async function buildDoorman(): Promise<string> {
  const { server } = builds
  await ensureBuilt(root, process.execPath, server)
  return `${root}${server.output}/main.js`
}

/** The environment that `npm start` and the image set for it. */
export const doormanEnv = { MALLOC_ARENA_MAX: '2' }
