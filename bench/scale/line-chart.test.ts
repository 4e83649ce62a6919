import { expect, test } from 'vitest'
import { drawLineChart } from './line-chart.ts'

const draw = (...costs: readonly (readonly number[])[]) =>
  drawLineChart({
    title: 'Cost & size',
    sizeLabel: 'mailboxes',
    costLabel: 'ms',
    series: costs.map((line, index) => ({
      name: `line ${index}`,
      points: line.map((cost, step) => [10 ** (step + 1), cost] as const),
    })),
  })

const linesOf = (svg: string) =>
  [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  )

test('a cost that does not grow is a level line, and one that grows with the size rises steadily', () => {
  const [level = [], rising = []] = linesOf(draw([5, 5, 5], [1, 10, 100]))
  expect(new Set(level.map(([, y]) => y)).size).toBe(1)
  const [first, second, third] = rising.map(([, y]) => y)
  expect(first! - second!).toBeCloseTo(second! - third!, 0)
  expect(first! - second!).toBeGreaterThan(0)
})

test('names of lines that end at the same place do not overlap', () => {
  const svg = draw([1, 2], [1, 2], [1, 2])
  const heights = [...svg.matchAll(/y="([\d.]+)" style[^>]+>line/g)].map(([, y]) => Number(y))
  expect(heights).toHaveLength(3)
  expect(heights[1]! - heights[0]!).toBeGreaterThanOrEqual(15)
  expect(heights[2]! - heights[1]!).toBeGreaterThanOrEqual(15)
})

test('a cost of zero is drawn at the bottom, and text is escaped', () => {
  const svg = draw([0, 1])
  expect(svg).not.toMatch(/NaN|Infinity/)
  expect(svg).toContain('Cost &amp; size')
})
