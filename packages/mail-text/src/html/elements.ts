export type ElementKind = {
  readonly id: number
  readonly isVoid: boolean
  /** The element's content is neither shown to the reader nor parsed as markup. */
  readonly isDropped: boolean
  readonly isBlock: boolean
  /** A block with a blank line above and below. */
  readonly isSpaced: boolean
  readonly isCell: boolean
  readonly isTablePart: boolean
  readonly isFormatting: boolean
}

const groups = {
  isVoid: 'area base br col embed hr img input link meta param source track wbr',
  isDropped: 'script style title iframe noembed noframes',
  isBlock:
    'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul',
  isSpaced: 'p h1 h2 h3 h4 h5 h6 blockquote ul ol dl pre hr',
  isCell: 'td th',
  isTablePart: 'tr td th tbody thead tfoot',
  isFormatting: 'a b big code em font i s small strike strong tt u',
  others: 'span template datalist dialog unknown',
}

const members = new Map(
  Object.entries(groups).map(([group, names]) => [group, new Set(names.split(' '))]),
)
const names = [...new Set(Object.values(groups).join(' ').split(' '))]
const kinds = new Map(names.map((name, id) => [name, toKind(name, id)]))

export const kindCount = names.length + 1
const unknown = toKind('unknown', names.length)

export function toElementKind(name: string): ElementKind {
  return kinds.get(name) ?? unknown
}

function toKind(name: string, id: number): ElementKind {
  const is = (group: keyof typeof groups) => members.get(group)?.has(name) ?? false
  return {
    id,
    isVoid: is('isVoid'),
    isDropped: is('isDropped'),
    isBlock: is('isBlock'),
    isSpaced: is('isSpaced'),
    isCell: is('isCell'),
    isTablePart: is('isTablePart'),
    isFormatting: is('isFormatting'),
  }
}
