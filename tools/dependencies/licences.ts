import type { ShippedPackage } from './shipped-packages.ts'

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
])

/**
 * Licences with conditions for changed files of the library. They are allowed for these libraries
 * only: we ship them unchanged, as separate files that an operator can replace.
 */
const allowedFor: readonly { readonly licence: string; readonly packages: RegExp }[] = [
  // libvips, the image library behind sharp.
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ },
  // Draws the pictures of articles.
  { licence: 'MPL-2.0', packages: /^satori$/ },
]

/** Where package.json says less than the licence text beside it. */
const corrections: Readonly<Record<string, string>> = {
  'url-template@2.0.8': 'BSD-3-Clause',
}

/** An SPDX expression. */
export function toLicence({ name, version, licence }: Omit<ShippedPackage, 'needs'>): string {
  return corrections[`${name}@${version}`] ?? licence.replace(/ and /g, ' AND ')
}

/** Whether we may ship the package: one alternative of its licence is allowed in all its parts. */
export function isLicenceAllowed(shipped: ShippedPackage): boolean {
  const alternatives = toLicence(shipped)
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
  return alternatives.some((alternative) =>
    alternative
      .split(' AND ')
      .every(
        (id) =>
          allowed.has(id) ||
          allowedFor.some(({ licence, packages }) => id === licence && packages.test(shipped.name)),
      ),
  )
}
