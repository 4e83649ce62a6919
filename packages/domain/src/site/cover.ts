import { socialSize } from './picture.ts'

const { width, height } = socialSize
const ice = '#6ec3eb'
const mint = '#41dca5'
const line = '#2b313a'
const night = '#0c0f16'

/** An abstract picture: its shapes as SVG, and a description of them. */
export type Cover = { readonly svg: string; readonly alt: string }

type Random = (from: number, to: number) => number
type Motif = (random: Random) => Cover

/** Draws the same cover for the same seed. */
export function drawCover(seed: string): Cover {
  const random = createRandom(seed)
  const motif = motifs[random(0, motifs.length - 1)] ?? lobby
  const { svg, alt } = motif(random)
  const ground = `<rect width="${width}" height="${height}" fill="${night}"/>`
  return { svg: ground + svg, alt }
}

/** Envelopes wait above a threshold; one is let through. */
function lobby(random: Random): Cover {
  const count = random(4, 7)
  const size = 1_400 / count
  const chosen = random(0, count - 1)
  const envelopes = each(count, (index) =>
    envelope(
      200 + index * size,
      index === chosen ? 660 : random(150, 320),
      size * 0.8,
      index === chosen ? mint : ice,
    ),
  )
  return {
    svg: `${envelopes}<path d="M0 560H${width}" stroke="${mint}" stroke-width="6"/>`,
    alt: `${words[count]} envelopes in outline on a dark ground: ${words[count - 1]?.toLowerCase()} in ice blue wait above a thin mint line, one in mint has passed below it`,
  }
}

/** Rings around a point, each with a gap; the innermost is whole. */
function rings(random: Random): Cover {
  const count = random(4, 8)
  const step = 420 / count
  const circles = each(count, (index) => {
    const radius = (index + 1) * step
    const around = 2 * Math.PI * radius
    const gap = index === 0 ? 0 : around * (random(10, 25) / 100)
    const turn = random(0, 359)
    return `<circle cx="1120" cy="512" r="${round(radius)}" fill="none" stroke="${index === 0 ? mint : ice}" stroke-opacity="${round(1 - (index / count) * 0.7)}" stroke-width="10" stroke-dasharray="${round(around - gap)} ${round(gap)}" transform="rotate(${turn} 1120 512)"/>`
  })
  return {
    svg: circles,
    alt: `${words[count]} rings around one point on a dark ground, the innermost whole and mint, the others ice blue, fading outwards, each with a gap`,
  }
}

/** A row of doorways; light falls through one. */
function doors(random: Random): Cover {
  const count = random(3, 7)
  const open = random(0, count - 1)
  const top = random(220, 420)
  const step = 1_500 / count
  const shapes = each(count, (index) => {
    const x = 160 + index * step
    const wide = step * 0.6
    const isOpen = index === open
    const arch = `M${round(x)} 820V${round(top + wide / 2)}a${round(wide / 2)} ${round(wide / 2)} 0 0 1 ${round(wide)} 0V820z`
    const light = `<path d="M${round(x)} 820h${round(wide)}l${round(wide * 0.5)} 204h${round(-wide * 2)}z" fill="${mint}" fill-opacity=".18"/>`
    return `${isOpen ? light : ''}<path d="${arch}" fill="${isOpen ? mint : 'none'}" stroke="${isOpen ? mint : ice}" stroke-opacity="${isOpen ? 1 : 0.6}" stroke-width="8"/>`
  })
  return {
    svg: `<path d="M0 820H${width}" stroke="${line}" stroke-width="6"/>${shapes}`,
    alt: `A row of ${words[count]?.toLowerCase()} arched doorways on a dark ground, all closed and drawn in ice blue but one, which is filled with mint light that falls on the floor`,
  }
}

/** Columns of different heights, and a line that only some reach. */
function columns(random: Random): Cover {
  const count = random(9, 18)
  const step = 1_472 / count
  const shapes = each(count, (index) => {
    const tall = random(120, 720)
    const reaches = tall > 500
    return `<rect x="${round(160 + index * step)}" y="${880 - tall}" width="${round(step * 0.62)}" height="${tall}" rx="8" fill="${reaches ? ice : line}" fill-opacity="${reaches ? 0.85 : 1}"/>`
  })
  return {
    svg: `${shapes}<path d="M80 380H1712" stroke="${mint}" stroke-width="6" stroke-dasharray="28 18"/>`,
    alt: `${words[count]} upright bars of different heights on a dark ground; those that cross a dashed mint line are ice blue, the others dark grey`,
  }
}

/** A field of dots, a few of them different. */
function field(random: Random): Cover {
  const [across, down] = [14, 8]
  const chosen = new Set(Array.from({ length: random(3, 9) }, () => random(0, across * down - 1)))
  const dots = each(across * down, (index) => {
    const [x, y] = [180 + (index % across) * 110, 127 + Math.floor(index / across) * 110]
    return chosen.has(index)
      ? `<circle cx="${x}" cy="${y}" r="30" fill="${mint}"/>`
      : `<circle cx="${x}" cy="${y}" r="22" fill="none" stroke="${ice}" stroke-opacity=".45" stroke-width="6"/>`
  })
  return {
    svg: dots,
    alt: `Even rows of small ice-blue circles in outline on a dark ground, with ${words[chosen.size]?.toLowerCase()} larger ones filled in mint among them`,
  }
}

/** Parallel lines; one of them turns off. */
function paths(random: Random): Cover {
  const count = random(6, 11)
  const leaving = random(1, count - 2)
  const bend = random(500, 1_100)
  const step = 760 / count
  const lines = each(count, (index) => {
    const y = round(150 + index * step)
    const end =
      index === leaving
        ? `H${bend}q180 0 240 ${random(0, 1) === 0 ? -1 : 1}60T${bend + 520} ${round(random(80, 940))}H${width}`
        : `H${width}`
    return `<path d="M0 ${y}${end}" fill="none" stroke="${index === leaving ? mint : ice}" stroke-opacity="${index === leaving ? 1 : 0.4}" stroke-width="${index === leaving ? 12 : 8}"/>`
  })
  return {
    svg: lines,
    alt: `${words[count]} horizontal lines on a dark ground, all ice blue and straight but one, which is mint and leaves its place in a curve`,
  }
}

const motifs: readonly Motif[] = [lobby, rings, doors, columns, field, paths]

const words = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
]

function envelope(x: number, y: number, size: number, colour: string): string {
  const tall = size * 0.68
  const flap = `M${round(x)} ${round(y + 8)}l${round(size / 2)} ${round(tall * 0.5)}l${round(size / 2)} ${round(-tall * 0.5)}`
  return `<g fill="none" stroke="${colour}" stroke-width="8" stroke-linejoin="round"><rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(tall)}" rx="14"/><path d="${flap}"/></g>`
}

function each(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Random numbers that are the same for the same seed: FNV-1a, then mulberry32. */
function createRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return from + Math.floor(share * (to - from + 1))
  }
}
