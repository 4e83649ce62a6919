import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkAdvisories } from './check-advisories.ts'
import { toLicence } from './licences.ts'
import { readLockFile } from './lock-file.ts'
import { toSbom, type NodeRelease, type Product } from './sbom.ts'
import { findShipped } from './shipped-packages.ts'

const sbomFile = 'build/sbom.cdx.json'
const [command, folder] = process.argv.slice(2)

if (command === 'sbom') writeSbom()
else if (command === 'licences') printLicences()
else if (folder !== undefined) process.exitCode = await printAdvisories(folder)
else {
  console.error(
    'Usage: npm run advisories -- FOLDER\nFOLDER is a copy of an advisory database. See docs/operations.md, "Before an upgrade".',
  )
  process.exitCode = 1
}

function writeSbom(): void {
  const product = readJson('package.json') as Product
  const node = readJson('scripts/node-release.json') as NodeRelease
  const sbom = toSbom(product, findShipped(readLockFile()), node)
  mkdirSync(dirname(sbomFile), { recursive: true })
  writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(
    `${sbomFile}: ${sbom.components.length} components of ${product.name} ${product.version}`,
  )
}

function printLicences(): void {
  const lines = [...findShipped(readLockFile()).values()]
    .filter(({ isOurs }) => !isOurs)
    .map((shipped) => `${toLicence(shipped).padEnd(44)} ${shipped.name} ${shipped.version}`)
  for (const line of lines.sort()) console.log(line)
}

/** @returns the exit code: 1 if anything was found */
async function printAdvisories(from: string): Promise<0 | 1> {
  const { packages, advisories, newest, found } = await checkAdvisories(readLockFile(), from)
  for (const { id, name, version, summary, ships } of found)
    console.log(`${name} ${version} (${ships ? 'ships' : 'tool'}): ${id} ${summary}`)
  console.log(
    `${packages} packages, ${advisories} advisories about them, the newest of ${newest}: ${found.length} affect our versions.`,
  )
  return found.length === 0 ? 0 : 1
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
