/** Points of one line: the size on the x axis, the cost on the y axis. */
export type Series = {
  readonly name: string
  readonly points: readonly (readonly [size: number, cost: number])[]
}

export type LineChart = {
  readonly title: string
  readonly sizeLabel: string
  readonly costLabel: string
  readonly series: readonly Series[]
}

const width = 760
const height = 420
const plot = { left: 64, right: 560, top: 56, bottom: 360 }
/** Readable on white and on black, and told apart by people who see fewer colours. */
const colours = ['#0a7d8c', '#c2571a', '#7a5bd0', '#5b8c2a', '#c03a6b', '#8a6d1f', '#4a7bd0']

/**
 * Draws lines over sizes as SVG. Both axes are logarithmic: a cost that does not grow with the size is a
 * level line, one that grows as the size does rises by one step per step. Text and grid follow the
 * reader's light or dark theme.
 */
export function drawLineChart({ title, sizeLabel, costLabel, series }: LineChart): string {
  const points = series.flatMap((one) => one.points)
  const sizes = toDecades(points.map(([size]) => size))
  const costs = toDecades(points.map(([, cost]) => cost))
  const toX = toScale(sizes, plot.left, plot.right)
  const toY = toScale(costs, plot.bottom, plot.top)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    '<style>text{font:13px system-ui,sans-serif;fill:#333}.title{font-size:16px;font-weight:600}.grid{stroke:#8884;stroke-width:1}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>',
    `<text class="title" x="${plot.left}" y="26">${escape(title)}</text>`,
    `<text x="${plot.left}" y="46">${escape(costLabel)}</text>`,
    `<text x="${plot.right}" y="${height - 14}" text-anchor="end">${escape(sizeLabel)}</text>`,
    ...sizes.flatMap((size) => [
      line(toX(size), plot.top, toX(size), plot.bottom),
      `<text x="${toX(size)}" y="${plot.bottom + 20}" text-anchor="middle">${toLabel(size)}</text>`,
    ]),
    ...costs.flatMap((cost) => [
      line(plot.left, toY(cost), plot.right, toY(cost)),
      `<text x="${plot.left - 8}" y="${toY(cost) + 4}" text-anchor="end">${toLabel(cost)}</text>`,
    ]),
    ...series.flatMap((one, index) => drawSeries(one, index, toX, toY)),
    ...drawNames(series, toY),
    '</svg>\n',
  ].join('\n')
}

type Scale = (value: number) => number

function drawSeries({ points }: Series, index: number, toX: Scale, toY: Scale): string[] {
  const colour = toColour(index)
  const places = points.map(([size, cost]) => `${toX(size)},${toY(cost)}`)
  return [
    `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-linejoin="round"/>`,
    ...places.map((place) => {
      const [x, y] = place.split(',')
      return `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`
    }),
  ]
}

const nameHeight = 18

/** The names at the ends of their lines, moved apart where lines end close together. */
function drawNames(series: readonly Series[], toY: Scale): string[] {
  const names = series
    .map(({ name, points }, index) => ({ name, index, y: toY(points.at(-1)?.[1] ?? 1) }))
    .toSorted((one, other) => one.y - other.y)
  let lowest = -Infinity
  const placed = names.map((entry) => {
    lowest = Math.max(entry.y, lowest + nameHeight)
    return { ...entry, y: lowest }
  })
  const overflow = Math.max(0, lowest - plot.bottom)
  return placed.map(
    ({ name, index, y }) =>
      `<text x="${plot.right + 12}" y="${round(y - overflow + 4)}" style="fill:${toColour(index)}">${escape(name)}</text>`,
  )
}

function toColour(index: number): string {
  return colours[index % colours.length] ?? '#000'
}

/** The powers of ten around the values, two at least. */
function toDecades(values: readonly number[]): number[] {
  const logs = values.map((value) => Math.log10(Math.max(value, 1e-3)))
  const first = Math.floor(Math.min(...logs) + 1e-9)
  const last = Math.max(first + 1, Math.ceil(Math.max(...logs) - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

function toScale(decades: readonly number[], from: number, to: number): Scale {
  const first = Math.log10(decades[0] ?? 1)
  const last = Math.log10(decades.at(-1) ?? 10)
  return (value) => {
    const share = (Math.log10(Math.max(value, 1e-3)) - first) / (last - first)
    return round(from + share * (to - from))
  }
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line class="grid" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`
}

function toLabel(value: number): string {
  return value >= 1
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(1)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
