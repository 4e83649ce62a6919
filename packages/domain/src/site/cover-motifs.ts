import { each, envelope, ice, mint, round, words, type Cover, type Random } from './cover-shapes.ts'
import { socialSize } from './picture.ts'

const { width, height } = socialSize
const line = '#2b313a'

type Motif = (random: Random, ground: string) => Cover

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

/** Stairs that climb to a landing; the landing is lit. */
function stairs(random: Random): Cover {
  const count = random(5, 9)
  const [wide, tall] = [1_792 / (count + 2), 640 / count]
  const steps = each(count, (index) => {
    const isTop = index === count - 1
    const y = 900 - (index + 1) * tall
    const x = index * wide
    return `<rect x="${round(x)}" y="${round(y)}" width="${round(isTop ? width - x : wide * 0.94)}" height="${round(height - y)}" fill="${isTop ? mint : ice}" fill-opacity="${isTop ? 1 : round(0.12 + (index / count) * 0.4)}"/>`
  })
  return {
    svg: steps,
    alt: `A flight of ${words[count]?.toLowerCase()} broad steps on a dark ground, rising from dim to bright ice blue, the last a landing in mint`,
  }
}

/** Waves above each other; one of them is bright. */
function tide(random: Random): Cover {
  const count = random(6, 9)
  const bright = random(1, count - 2)
  const long = random(220, 340)
  const waves = each(count, (index) => {
    const y = 170 + index * (700 / (count - 1))
    const high = random(40, 90)
    const curve = `M${-random(0, long)} ${round(y)}q${long / 2} ${-high} ${long} 0${`t${long} 0`.repeat(10)}`
    return `<path d="${curve}" fill="none" stroke="${index === bright ? mint : ice}" stroke-opacity="${index === bright ? 1 : 0.45}" stroke-width="${index === bright ? 14 : 8}"/>`
  })
  return {
    svg: waves,
    alt: `${words[count]} wavy lines above each other on a dark ground, all in dim ice blue but one, which is bold and mint`,
  }
}

/** A fan of cards; the one in front is lit. */
function cards(random: Random, ground: string): Cover {
  const count = random(4, 7)
  const spread = random(11, 15)
  const shapes = each(count, (index) => {
    const isFront = index === count - 1
    const turn = (index - (count - 1) / 2) * spread
    return `<rect x="716" y="200" width="360" height="520" rx="28" fill="${ground}" stroke="${isFront ? mint : ice}" stroke-opacity="${isFront ? 1 : round(0.3 + (index / count) * 0.5)}" stroke-width="10" transform="rotate(${round(turn)} 896 1100)"/>`
  })
  return {
    svg: shapes,
    alt: `A fan of ${words[count]?.toLowerCase()} upright cards in outline on a dark ground, ice blue but for the one in front, which is mint`,
  }
}

/** People as points, with lines between those that know each other. */
function acquaintances(random: Random, ground: string): Cover {
  const around = random(6, 9)
  const points = Array.from({ length: around }, (_, index) => {
    const angle = (index / around) * 2 * Math.PI
    const far = random(260, 420)
    return { x: round(896 + Math.cos(angle) * far * 1.6), y: round(512 + Math.sin(angle) * far) }
  })
  const known = random(2, around - 3)
  const shapes = points.map(({ x, y }, index) => {
    const isKnown = index < known
    const tie = `<path d="M896 512L${x} ${y}" stroke="${mint}" stroke-width="6"/>`
    return `${isKnown ? tie : ''}<circle cx="${x}" cy="${y}" r="34" fill="${isKnown ? mint : ground}" stroke="${isKnown ? mint : ice}" stroke-opacity="${isKnown ? 1 : 0.6}" stroke-width="8"/>`
  })
  return {
    svg: `${shapes.join('')}<circle cx="896" cy="512" r="64" fill="${mint}"/>`,
    alt: `A large mint disc on a dark ground with ${words[around]?.toLowerCase()} small discs around it: ${words[known]?.toLowerCase()} in mint are joined to it by lines, the others are ice-blue outlines that stand apart`,
  }
}

/** The motifs by the name that seeds of covers contain. */
export const motifs = {
  lobby,
  rings,
  doors,
  columns,
  field,
  paths,
  stairs,
  tide,
  cards,
  acquaintances,
} satisfies Record<string, Motif>
export type MotifName = keyof typeof motifs
