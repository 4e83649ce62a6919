/** How far something is, given how much of its time has passed; both from 0 to 1. */
export type Ease = (share: number) => number

/** Comes in quickly and settles. */
export const settle: Ease = (share) => 1 - (1 - share) ** 4

/** Leaves one place gently and reaches the other as gently. */
export const glide: Ease = (share) => (share < 0.5 ? 8 * share ** 4 : 1 - (2 - 2 * share) ** 4 / 2)

/** Steady, but for a soft start and a soft stop. */
export const drift: Ease = (share) => share * share * (3 - 2 * share)

export const steady: Ease = (share) => share

/** How far what lasts from one second to another has come: 0 before, 1 after. */
export function progress(at: number, from: number, to: number, ease: Ease = glide): number {
  return ease(Math.min(1, Math.max(0, (at - from) / (to - from))))
}

/** There from `from`, gone by `to`, in and out within the seconds of `fade`. */
export function presence(at: number, from: number, to: number, fade = 0.4): number {
  return progress(at, from, from + fade, settle) * (1 - progress(at, to - fade, to, steady))
}

/** Words come up from a little below. */
export function entrance(at: number, from: number): { y: number; opacity: number } {
  return {
    y: 48 * (1 - progress(at, from, from + 0.6, settle)),
    opacity: progress(at, from, from + 0.4, settle),
  }
}

export function mix(before: number, after: number, share: number): number {
  return before + (after - before) * share
}

/** A thing that moves: what it is at first, and what it becomes from one second to another. */
export type Course<Shape> = {
  readonly first: Shape
  readonly turns: readonly {
    readonly from: number
    readonly to: number
    readonly into: Partial<Shape>
    readonly ease?: Ease
  }[]
}

export function shapeAt<Key extends string>(
  { first, turns }: Course<Readonly<Record<Key, number>>>,
  at: number,
): Record<Key, number> {
  const shape: Record<Key, number> = { ...first }
  for (const { from, to, into, ease } of turns) {
    const share = progress(at, from, to, ease)
    for (const key in into) shape[key] = mix(shape[key], into[key] ?? shape[key], share)
  }
  return shape
}
