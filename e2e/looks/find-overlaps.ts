/**
 * Texts on the screen that lie on one another, as `one / other`. Runs in the page, so it uses nothing
 * from outside itself. A text in a sticky or fixed part may cover the ones that scroll under it.
 */
export function findOverlaps(): string[] {
  type Box = { left: number; top: number; right: number; bottom: number }
  type Text = { words: string; layer: Element | null; boxes: Box[] }

  const intersect = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const isVisible = ({ left, top, right, bottom }: Box) => right - left > 2 && bottom - top > 2

  /** The part of the box that no scrolling or clipping ancestor hides, and the layer it is on. */
  const clip = (element: Element | null, box: Box): { box: Box; layer: Element | null } => {
    let clipped = box
    for (let around = element; around; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around)
      if (overflowX !== 'visible') clipped = intersect(clipped, around.getBoundingClientRect())
      if (position === 'fixed' || position === 'sticky') return { box: clipped, layer: around }
    }
    return { box: clipped, layer: null }
  }

  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim() ?? ''
    const isShown = node.parentElement?.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    })
    if (words === '' || !isShown) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const parts = [...range.getClientRects()].map((rect) =>
      clip(node.parentElement, intersect(rect, screen)),
    )
    const boxes = parts.map(({ box }) => box).filter(isVisible)
    if (boxes.length > 0) texts.push({ words, layer: parts[0]?.layer ?? null, boxes })
  }

  /** Lines of text touch one another a little, because letters are shorter than their boxes. */
  const isOverlap = (one: Box, other: Box) => {
    const { left, top, right, bottom } = intersect(one, other)
    const lower = Math.min(one.bottom - one.top, other.bottom - other.top)
    return right - left > 2 && bottom - top > lower * 0.35
  }
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(
        (other) =>
          one.layer === other.layer &&
          one.boxes.some((box) => other.boxes.some((another) => isOverlap(box, another))),
      )
      .map((other) => `${one.words.slice(0, 40)} / ${other.words.slice(0, 40)}`),
  )
}
