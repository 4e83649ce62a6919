export type FormFactor = 'mobile' | 'desktop'

export type Measurement = {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly lcpMs: number
  readonly cls: number
  readonly tbtMs: number
  readonly kilobytes: number
}

/** Scores are out of 100. A page of the app may be slower, and search engines are told to skip it. */
const budgets = {
  public: { score: 95, performance: 95, lcpMs: 1_800, cls: 0.02, tbtMs: 50 },
  app: { score: 95, performance: 90, lcpMs: 2_800, cls: 0.02, tbtMs: 200 },
} as const

export type Side = keyof typeof budgets

/** The budgets that a measurement exceeds, in words. */
export function findExcesses(side: Side, measured: Measurement): string[] {
  const { score, performance, lcpMs, cls, tbtMs } = budgets[side]
  const scores = {
    accessibility: measured.accessibility,
    'best practices': measured.bestPractices,
    ...(side === 'public' && { SEO: measured.seo }),
  }
  return [
    ...(measured.performance < performance
      ? [`performance ${measured.performance}, at least ${performance}`]
      : []),
    ...Object.entries(scores)
      .filter(([, value]) => value < score)
      .map(([name, value]) => `${name} ${value}, at least ${score}`),
    ...(measured.lcpMs > lcpMs ? [`LCP ${Math.round(measured.lcpMs)} ms, at most ${lcpMs}`] : []),
    ...(measured.cls > cls ? [`CLS ${measured.cls.toFixed(3)}, at most ${cls}`] : []),
    ...(measured.tbtMs > tbtMs ? [`TBT ${Math.round(measured.tbtMs)} ms, at most ${tbtMs}`] : []),
  ]
}
