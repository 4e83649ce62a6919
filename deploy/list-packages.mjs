// Prints the folders of installed packages and of everything they depend on, for build-image.sh.
import { existsSync, readFileSync } from 'node:fs'

const folders = new Set()

function add(/** @type {string} */ name) {
  const folder = `node_modules/${name}`
  // Of optional dependencies, only those for this platform are installed.
  if (folders.has(folder) || !existsSync(folder)) return
  folders.add(folder)
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  )
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    add(dependency)
}

for (const name of process.argv.slice(2)) {
  if (!existsSync(`node_modules/${name}`)) throw new Error(`${name} is not installed.`)
  add(name)
}
process.stdout.write(`${[...folders].join('\n')}\n`)
