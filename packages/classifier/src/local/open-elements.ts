import { kindCount, toElementKind, type ElementKind } from './html-elements.ts'
import { visible, type VisibilityChange } from './html-visibility.ts'

const toIds = (...names: string[]) => names.map((name) => toElementKind(name).id)
const cells = toIds('td', 'th', 'table')
const table = toIds('table')
const tableKind = toElementKind('table')
const paragraph = toElementKind('p').id

/** What an opening tag closes where the author left that out, and how far out it looks. */
const closedByOpening = new Map<number, { readonly closes: number[]; readonly within: number[] }>(
  Object.entries({
    li: { closes: toIds('li'), within: [...toIds('ul', 'ol'), ...cells] },
    dt: { closes: toIds('dt', 'dd'), within: [...toIds('dl'), ...cells] },
    dd: { closes: toIds('dt', 'dd'), within: [...toIds('dl'), ...cells] },
    td: { closes: toIds('td', 'th'), within: table },
    th: { closes: toIds('td', 'th'), within: table },
    tr: { closes: toIds('tr'), within: table },
    tbody: { closes: toIds('tbody', 'thead', 'tr'), within: table },
  }).map(([name, rule]) => [toElementKind(name).id, rule]),
)

export type OpenElements = {
  readonly open: (kind: ElementKind, change: VisibilityChange) => void
  readonly close: (kind: ElementKind) => void
  readonly isHidden: () => boolean
  readonly count: (kind: ElementKind) => number
}

/**
 * The elements that enclose the present place, closed as a browser closes them: a forgotten end tag
 * neither hides nor quotes the rest of the mail. Every step is constant time, whatever the depth.
 */
export function createOpenElements(): OpenElements {
  const kinds: ElementKind[] = []
  const visibilities: number[] = []
  const earlierPlaces: number[] = []
  const earlierBlocks: number[] = []
  const lastPlaces = new Int32Array(kindCount).fill(-1)
  const counts = new Int32Array(kindCount)
  let lastBlock = -1
  let visibility = visible

  function placeOf(id: number): number {
    return lastPlaces[id] ?? -1
  }

  function lastOf(ids: readonly number[]): number {
    let last = -1
    for (const id of ids) last = Math.max(last, placeOf(id))
    return last
  }

  function popTo(place: number): void {
    while (kinds.length > place) {
      const kind = kinds.pop()
      if (!kind) return
      lastPlaces[kind.id] = earlierPlaces.pop() ?? -1
      lastBlock = earlierBlocks.pop() ?? -1
      visibility = visibilities.pop() ?? visible
      counts[kind.id] = (counts[kind.id] ?? 1) - 1
    }
  }

  return {
    open(kind, change) {
      if (kind.isBlock) {
        if (lastBlock >= 0 && lastBlock === placeOf(paragraph)) popTo(lastBlock)
        const rule = closedByOpening.get(kind.id)
        if (rule) {
          const place = lastOf(rule.closes)
          if (place > lastOf(rule.within)) popTo(place)
        }
      }
      visibilities.push(visibility)
      earlierPlaces.push(placeOf(kind.id))
      earlierBlocks.push(lastBlock)
      visibility = (visibility & ~change.clears) | change.sets
      lastPlaces[kind.id] = kinds.length
      if (kind.isBlock) lastBlock = kinds.length
      counts[kind.id] = (counts[kind.id] ?? 0) + 1
      kinds.push(kind)
    },
    close(kind) {
      const place = placeOf(kind.id)
      if (place >= 0 && place >= findBarrier(kind)) popTo(place)
    },
    isHidden: () => visibility !== visible,
    count: (kind) => counts[kind.id] ?? 0,
  }

  /** The enclosing element that an end tag of this kind does not reach beyond. */
  function findBarrier(kind: ElementKind): number {
    if (kind === tableKind) return -1
    if (kind.isTablePart) return lastOf(table)
    return kind.isBlock || kind.isFormatting ? lastOf(cells) : lastBlock
  }
}
