import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { findRows, toOffsets } from './row-offsets.ts'

type More = {
  readonly state: 'none' | 'waiting' | 'loading' | 'failed'
  readonly load: () => void
}

/** How far beyond the screen rows are kept ready; half of it may be scrolled before they are looked at anew. */
const marginPx = 512
const rowsBeforeEnd = 16

/** A list of any length that scrolls with the page. Only the rows around the screen are in the document. */
export function LongList<Item extends { readonly id: string }>({
  label,
  items,
  rowPx,
  more,
  keptRows = [],
  children,
}: {
  label: string
  items: readonly Item[]
  /** About how high a row is, until it has been seen. */
  rowPx: number
  /** What follows the last item. */
  more: More
  /** Rows that stay in the document wherever one scrolls, since they have the focus or may get it. */
  keptRows?: readonly number[]
  children: (item: Item) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [screen, setScreen] = useState({ top: 0, bottom: 0 })
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())

  const ids = items.map(({ id }) => id)
  const offsets = toOffsets(ids, heights, rowPx)
  const { first, last } = findRows(offsets, screen.top - marginPx, screen.bottom + marginPx)
  const rows = items.flatMap((item, row) =>
    (row >= first && row <= last) || keptRows.includes(row) ? [{ item, row }] : [],
  )
  const endOf = (row: number) => offsets[row + 1] ?? 0

  // Synchronises with the scroll position and the size of the window.
  useLayoutEffect(() => {
    function look() {
      if (!list.current) return
      const step = marginPx / 2
      const top = Math.floor(-list.current.getBoundingClientRect().top / step) * step
      const bottom = top + step + window.innerHeight
      setScreen((was) => (was.top === top && was.bottom === bottom ? was : { top, bottom }))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])

  const isNearEnd = last >= items.length - rowsBeforeEnd
  const loadMore = useEffectEvent(() => more.load())
  // Synchronises with how far somebody has scrolled.
  useEffect(() => {
    if (isNearEnd && more.state === 'waiting') loadMore()
  }, [isNearEnd, more.state])

  return (
    <>
      <ul ref={list} aria-label={label} className="flex flex-col">
        {rows.map(({ item, row }, index) => (
          <Row
            key={item.id}
            position={row + 1}
            setSize={more.state === 'none' ? items.length : -1}
            gapPx={(offsets[row] ?? 0) - endOf(rows[index - 1]?.row ?? -1)}
            onResize={(px) =>
              setHeights((was) => (was.get(item.id) === px ? was : new Map(was).set(item.id, px)))
            }
          >
            {children(item)}
          </Row>
        ))}
      </ul>
      <div
        aria-hidden
        style={{ height: endOf(items.length - 1) - endOf(rows.at(-1)?.row ?? -1) }}
      />
      <div role="status" className="grid justify-items-center text-sm text-muted-fg">
        {more.state === 'loading' && <p className="py-4">Loading more…</p>}
        {more.state === 'failed' && (
          <div className="flex flex-wrap items-center justify-center gap-3 py-4">
            The rest could not be loaded.
            <Button variant="secondary" size="small" onClick={more.load}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function Row({
  position,
  setSize,
  gapPx,
  onResize,
  children,
}: {
  position: number
  setSize: number
  /** The height of the rows before it that are not in the document. */
  gapPx: number
  onResize: (px: number) => void
  children: ReactNode
}) {
  const row = useRef<HTMLLIElement>(null)
  const tell = useEffectEvent(onResize)

  // Synchronises with the layout: a row may open, close, or wrap otherwise on another screen.
  useEffect(() => {
    if (!row.current) return
    const observer = new ResizeObserver(([entry]) => {
      const px = entry?.borderBoxSize[0]?.blockSize
      // A row that leaves the document is told of once more, as 0 px high.
      if (px) tell(px)
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [])

  return (
    <li ref={row} aria-posinset={position} aria-setsize={setSize} style={{ marginTop: gapPx }}>
      {children}
    </li>
  )
}
