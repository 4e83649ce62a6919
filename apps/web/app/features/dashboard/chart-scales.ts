import type { DashboardChart } from '@doorman/contract/dashboard'
import { scaleBand, scaleLinear } from '@visx/scale'

type Points = DashboardChart['points']

const maxLabels = 7
/** Fewer bars than this get more padding, or they would be too wide. */
const manyPoints = 7

/** Horizontal positions in percent of the chart's width, vertical ones in pixels. */
export function toScales(points: Points, height: number) {
  const across = scaleBand({
    domain: points.map(({ day }) => day),
    range: [0, 100],
    padding: points.length < manyPoints ? 0.7 : 0.25,
  })
  const maxProcessed = Math.max(...points.map(({ processed }) => processed))
  const upwards = scaleLinear({
    domain: [0, Math.max(maxProcessed, 4)],
    range: [height, 0],
    nice: true,
  })
  return { across, upwards, ticks: upwards.ticks(4).filter(Number.isInteger) }
}

/** The points that get a label: at most seven, and not the outermost ones if some are left out. */
export function chooseLabels(points: Points): Points {
  const every = Math.ceil(points.length / maxLabels)
  const first = Math.floor(every / 2)
  return points.filter((_point, index) => index % every === first)
}
