import { Slot } from 'radix-ui'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { placeTooltip, type Side } from './place-tooltip.ts'
import { tooltips } from './tooltips.ts'

/**
 * Our own, and not Radix's: triggers are on the screen from the start, and its tooltip would add
 * 17 KB to the first paint of every page.
 */
export function Tooltip({
  label,
  side = 'top',
  isDisabled = false,
  children,
}: {
  label: ReactNode
  side?: Side
  /** For when the label is visible anyway. */
  isDisabled?: boolean
  children: ReactNode
}) {
  const id = useId()
  const trigger = useRef<HTMLElement>(null)
  const isOpen = useSyncExternalStore(
    tooltips.subscribe,
    () => tooltips.readOpen() === id,
    () => false,
  )

  useEffect(
    () => () => {
      if (tooltips.readOpen() === id) tooltips.close()
    },
    [id],
  )

  return (
    <>
      <Slot.Root
        ref={trigger}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== 'touch' && !isDisabled) tooltips.enter(id)
        }}
        onPointerLeave={tooltips.leave}
        onPointerDown={tooltips.close}
        onClick={tooltips.close}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible') && !isDisabled) tooltips.open(id)
        }}
        onBlur={tooltips.close}
      >
        {children}
      </Slot.Root>
      {isOpen && !isDisabled && (
        <Bubble id={id} trigger={trigger} side={side}>
          {label}
        </Bubble>
      )}
    </>
  )
}

/** In a portal, because rows of long lists are placed with a transform, and `fixed` is relative to that. */
function Bubble({
  id,
  trigger,
  side,
  children,
}: {
  id: string
  trigger: RefObject<HTMLElement | null>
  side: Side
  children: ReactNode
}) {
  const bubble = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!bubble.current || !trigger.current) return
    const { clientWidth: width, clientHeight: height } = document.documentElement
    const place = placeTooltip(
      trigger.current.getBoundingClientRect(),
      bubble.current.getBoundingClientRect(),
      { width, height },
      side,
    )
    bubble.current.style.left = `${place.left}px`
    bubble.current.style.top = `${place.top}px`
  }, [trigger, side])

  // Closes with Escape, and when the page scrolls away under it.
  useEffect(() => {
    const gone = new AbortController()
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && tooltips.close()
    addEventListener('keydown', onKeyDown, { capture: true, signal: gone.signal })
    addEventListener('scroll', tooltips.close, { capture: true, signal: gone.signal })
    return () => gone.abort()
  }, [])

  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      onPointerEnter={() => tooltips.enter(id)}
      onPointerLeave={tooltips.leave}
      className="screen-only fixed top-0 left-0 z-50 w-max max-w-xs rounded-control border border-border bg-raised px-2 py-1 text-xs text-fg shadow-raised"
    >
      {children}
    </div>,
    document.body,
  )
}
