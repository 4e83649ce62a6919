import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Refusal } from './refusal.mjs'

/**
 * Checks the port before anything is installed. The product itself would notice only minutes later.
 */
export async function checkPort(/** @type {string} */ root) {
  const port = readPort(root)
  const problem = await findProblem(port)
  if (problem === null) return
  const other = port < 65_535 ? port + 1 : 3000
  const advice = `Choose another port: PORT=${other} npm start`
  if (problem === 'EACCES')
    throw new Refusal(`Port ${port} needs more rights than this process has. ${advice}`)
  if (await isDoorman(port))
    throw new Refusal(
      `Doorman is already running at http://localhost:${port}. Stop that one first to start again.`,
    )
  throw new Refusal(`Port ${port} is used by another program. ${advice}`)
}

export function readPort(/** @type {string} */ root, env = process.env) {
  const file = join(root, '.env')
  const settings = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const fromFile = /^\s*(?:export\s+)?PORT\s*=\s*["']?(\d+)/m.exec(settings)?.[1]
  return Number(env.PORT ?? fromFile ?? 3000)
}

/**
 * Tries both 127.0.0.1 and all addresses: some systems let a program listen on all addresses while
 * another one listens on a single one.
 * @param {number} port
 */
async function findProblem(port) {
  return (await tryToListen(port, '127.0.0.1')) ?? (await tryToListen(port))
}

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<'EADDRINUSE' | 'EACCES' | null>} null for other errors, which the product reports itself
 */
function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      resolve(code === 'EADDRINUSE' || code === 'EACCES' ? code : null),
    )
    server.on('listening', () => server.close(() => resolve(null)))
    try {
      server.listen({ port, host })
    } catch {
      resolve(null)
    }
  })
}

async function isDoorman(/** @type {number} */ port) {
  try {
    const signal = AbortSignal.timeout(1_000)
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal })
    return Object(await response.json()).product === 'Doorman'
  } catch {
    return false
  }
}
