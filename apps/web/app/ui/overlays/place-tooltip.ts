export type Side = 'top' | 'right' | 'bottom'

type Size = { width: number; height: number }
type Box = Size & { left: number; top: number }

const gapPx = 6
const marginPx = 8

/** Where a tooltip goes: beside its trigger, centred, on the other side if it has no room, never off the screen. */
export function placeTooltip(trigger: Box, tooltip: Size, screen: Size, side: Side) {
  const above = trigger.top - gapPx - tooltip.height
  const below = trigger.top + trigger.height + gapPx
  const before = trigger.left - gapPx - tooltip.width
  const after = trigger.left + trigger.width + gapPx
  const fitsAbove = above >= marginPx
  const fitsBelow = below + tooltip.height <= screen.height - marginPx
  const fitsAfter = after + tooltip.width <= screen.width - marginPx
  const place =
    side === 'right'
      ? {
          left: fitsAfter ? after : before,
          top: trigger.top + (trigger.height - tooltip.height) / 2,
        }
      : {
          left: trigger.left + (trigger.width - tooltip.width) / 2,
          top: side === 'top' ? (fitsAbove ? above : below) : fitsBelow ? below : above,
        }
  return {
    left: clamp(place.left, screen.width - tooltip.width),
    top: clamp(place.top, screen.height - tooltip.height),
  }
}

function clamp(value: number, room: number): number {
  return Math.round(Math.max(marginPx, Math.min(value, room - marginPx)))
}
