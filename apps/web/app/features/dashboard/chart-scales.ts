import type { DashboardChart } from '@doorman/contract/dashboard'
import { scaleBand, scaleLinear } from '@visx/scale'

type Points = DashboardChart['points']

const mostLabels = 7
const fewPoints = 7

/** Where the bars stand: across in percent of the width, which only the browser knows, and upwards in pixels. */
export function toScales(points: Points, height: number) {
  const across = scaleBand({
    domain: points.map(({ day }) => day),
    range: [0, 100],
    // A handful of bars would else be as wide as doors.
    padding: points.length < fewPoints ? 0.7 : 0.25,
  })
  const most = Math.max(...points.map(({ processed }) => processed))
  const upwards = scaleLinear({
    domain: [0, Math.max(most, 4)],
    range: [height, 0],
    nice: true,
  })
  return { across, upwards, ticks: upwards.ticks(4).filter(Number.isInteger) }
}

/** The points that have a label under them: few enough to be read, and none at the edge if some go without. */
export function chooseLabels(points: Points): Points {
  const every = Math.ceil(points.length / mostLabels)
  const first = Math.floor(every / 2)
  return points.filter((_point, index) => index % every === first)
}
