/** An easing function: from the share of time passed to the share of the way, both 0 to 1. */
export type Ease = (share: number) => number

export const easeOut: Ease = (share) => 1 - (1 - share) ** 4

export const easeInOut: Ease = (share) =>
  share < 0.5 ? 8 * share ** 4 : 1 - (2 - 2 * share) ** 4 / 2

export const smoothstep: Ease = (share) => share * share * (3 - 2 * share)

export const linear: Ease = (share) => share

/** The eased progress of a change that lasts from one second to another: 0 before it, 1 after it. */
export function progress(at: number, from: number, to: number, ease: Ease = easeInOut): number {
  return ease(Math.min(1, Math.max(0, (at - from) / (to - from))))
}

/** Opacity of something that fades in at `from` and has faded out by `to`. */
export function presence(at: number, from: number, to: number, fade = 0.4): number {
  return progress(at, from, from + fade, easeOut) * (1 - progress(at, to - fade, to, linear))
}

/** Text that fades in while it rises a little. */
export function entrance(at: number, from: number): { y: number; opacity: number } {
  return {
    y: 48 * (1 - progress(at, from, from + 0.6, easeOut)),
    opacity: progress(at, from, from + 0.4, easeOut),
  }
}

export function mix(before: number, after: number, share: number): number {
  return before + (after - before) * share
}

/** The values of a shape at first, and how they change over time. */
export type Motion<Shape> = {
  readonly first: Shape
  readonly changes: readonly {
    readonly from: number
    readonly to: number
    readonly into: Partial<Shape>
    readonly ease?: Ease
  }[]
}

export function shapeAt<Key extends string>(
  { first, changes }: Motion<Readonly<Record<Key, number>>>,
  at: number,
): Record<Key, number> {
  const shape: Record<Key, number> = { ...first }
  for (const { from, to, into, ease } of changes) {
    const share = progress(at, from, to, ease)
    for (const key in into) shape[key] = mix(shape[key], into[key] ?? shape[key], share)
  }
  return shape
}
