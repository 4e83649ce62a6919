import { kindCount, toElementKind, type ElementKind } from './elements.ts'
import { visible, type VisibilityChange } from './visibility.ts'

const toIds = (...names: string[]) => names.map((name) => toElementKind(name).id)
const cells = toIds('td', 'th', 'table')
const table = toIds('table')
const tableKind = toElementKind('table')
const paragraph = toElementKind('p').id

/**
 * Elements that an opening tag closes if their end tag is missing. For example, `<li>` closes an
 * open `<li>` within the same list, but not one of an outer list.
 */
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
 * The elements that are open at the current position, closed as browsers do: a missing end tag
 * neither hides nor quotes the rest of the message. Each step takes constant time at any depth.
 */
export function createOpenElements(): OpenElements {
  const kinds: ElementKind[] = []
  const visibilities: number[] = []
  const earlierIndexes: number[] = []
  const earlierBlocks: number[] = []
  const lastIndexes = new Int32Array(kindCount).fill(-1)
  const counts = new Int32Array(kindCount)
  let lastBlock = -1
  let visibility = visible

  function indexOf(id: number): number {
    return lastIndexes[id] ?? -1
  }

  function lastOf(ids: readonly number[]): number {
    let last = -1
    for (const id of ids) last = Math.max(last, indexOf(id))
    return last
  }

  function popTo(index: number): void {
    while (kinds.length > index) {
      const kind = kinds.pop()
      if (!kind) return
      lastIndexes[kind.id] = earlierIndexes.pop() ?? -1
      lastBlock = earlierBlocks.pop() ?? -1
      visibility = visibilities.pop() ?? visible
      counts[kind.id] = (counts[kind.id] ?? 1) - 1
    }
  }

  return {
    open(kind, change) {
      if (kind.isBlock) {
        if (lastBlock >= 0 && lastBlock === indexOf(paragraph)) popTo(lastBlock)
        const rule = closedByOpening.get(kind.id)
        if (rule) {
          const index = lastOf(rule.closes)
          if (index > lastOf(rule.within)) popTo(index)
        }
      }
      visibilities.push(visibility)
      earlierIndexes.push(indexOf(kind.id))
      earlierBlocks.push(lastBlock)
      visibility = (visibility & ~change.clears) | change.sets
      lastIndexes[kind.id] = kinds.length
      if (kind.isBlock) lastBlock = kinds.length
      counts[kind.id] = (counts[kind.id] ?? 0) + 1
      kinds.push(kind)
    },
    close(kind) {
      const index = indexOf(kind.id)
      if (index >= 0 && index >= findBarrier(kind)) popTo(index)
    },
    isHidden: () => visibility !== visible,
    count: (kind) => counts[kind.id] ?? 0,
  }

  /** The index of the enclosing element beyond which an end tag of this kind closes nothing. */
  function findBarrier(kind: ElementKind): number {
    if (kind === tableKind) return -1
    if (kind.isTablePart) return lastOf(table)
    return kind.isBlock || kind.isFormatting ? lastOf(cells) : lastBlock
  }
}
