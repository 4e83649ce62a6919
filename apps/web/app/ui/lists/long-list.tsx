import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { Button } from '../basics/button.tsx'
import { findRows, toOffsets } from './row-offsets.ts'

type More = {
  readonly state: 'none' | 'waiting' | 'loading' | 'failed'
  readonly load: () => void
}

/** Rows are rendered this far beyond the viewport, and recomputed after scrolling half of it. */
const marginPx = 512
const rowsBeforeEnd = 16

/** A windowed list that scrolls with the page: only the rows near the viewport are in the document. */
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
  /** Estimated height of a row that has not been measured yet. */
  rowPx: number
  /** The next page. */
  more: More
  /** Rows that always stay in the document because they have the focus or may get it. */
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
    let measured = { top: 0, bottom: 0 }
    let isFirst = true
    function measure() {
      if (!list.current) return
      const step = marginPx / 2
      const box = list.current.getBoundingClientRect()
      const top = Math.floor(-box.top / step) * step
      const bottom = top + step + window.innerHeight
      if (measured.top === top && measured.bottom === bottom) return
      measured = { top, bottom }
      const update = () => setScreen({ top, bottom })
      // If the first rows fill the screen, the rows below it can wait for something more urgent.
      if (isFirst && box.bottom >= window.innerHeight) startTransition(update)
      else update()
      isFirst = false
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    // A part above the list that closes moves the list without a scroll.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [])

  const isNearEnd = last >= items.length - rowsBeforeEnd
  // Synchronises with the scroll position: loads the next page near the end of the list. After every
  // render, because a refetch can cancel the request before React has seen it: then the state is
  // `waiting` before and after, and an effect that depends on it would not ask again.
  useEffect(() => {
    if (isNearEnd && more.state === 'waiting') more.load()
  })

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
      {/* As high as the omitted rows. An SVG, because our CSP forbids style attributes in server-rendered HTML. */}
      <svg
        aria-hidden
        width={0}
        height={endOf(items.length - 1) - endOf(rows.at(-1)?.row ?? -1)}
        className="block"
      />
      <div role="status" className="grid justify-items-center text-sm text-muted-fg">
        {more.state === 'loading' && <p className="py-4">Loading more…</p>}
        {more.state === 'failed' && (
          <div className="flex flex-wrap items-center justify-center gap-3 py-4">
            Couldn’t load more.
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
  /** The height of the omitted rows before this one. */
  gapPx: number
  onResize: (px: number) => void
  children: ReactNode
}) {
  const row = useRef<HTMLLIElement>(null)
  const reportHeight = useEffectEvent(onResize)

  useLayoutEffect(() => {
    if (row.current) row.current.style.marginTop = gapPx > 0 ? `${gapPx}px` : ''
  }, [gapPx])

  // Synchronises with the layout: a row changes its height when it opens, closes or wraps differently.
  useEffect(() => {
    if (!row.current) return
    const observer = new ResizeObserver(([entry]) => {
      const px = entry?.borderBoxSize[0]?.blockSize
      // The observer reports a row that leaves the document as 0 px high.
      if (px) reportHeight(px)
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [])

  return (
    <li ref={row} aria-posinset={position} aria-setsize={setSize}>
      {children}
    </li>
  )
}
