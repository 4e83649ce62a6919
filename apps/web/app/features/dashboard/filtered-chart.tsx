import type { DashboardChart } from '@doorman/contract/dashboard'
import { ChevronRight } from 'lucide-react'
import { useId, useState, type PointerEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { toPeriodPath } from './chart-period.ts'
import { chooseLabels, toScales } from './chart-scales.ts'
import { labelPoint, stepTitles, describeCounts } from './chart-words.ts'

const plotHeight = 184
const labelHeight = 28

/**
 * Stacked bars: kept messages, with filtered ones on top. An invisible native slider covers them,
 * so that keyboard, touch and screen-reader users can move from bar to bar. A click, Enter or the
 * caption leads to the filtered emails of a bar.
 */
export function FilteredChart({
  chart: { step, points },
  firstDay,
}: {
  chart: DashboardChart
  firstDay: string | null
}) {
  const hintId = useId()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const current = Math.min(chosen ?? last, last)
  const point = points[current]
  const path = point && point.filtered > 0 ? toPeriodPath(step, point.day, firstDay) : null

  function follow({ nativeEvent, currentTarget }: PointerEvent<HTMLElement>) {
    const share = nativeEvent.offsetX / currentTarget.clientWidth
    setChosen(Math.max(0, Math.min(last, Math.floor(share * points.length))))
  }

  function open() {
    if (path !== null) void navigate(path)
  }

  return (
    <figure className="flex h-68 flex-col md:h-64 justify-between">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted-fg tabular-nums">
        <span className="flex gap-4">
          <Key className="bg-cold">Filtered</Key>
          <Key className="bg-input">Kept</Key>
        </span>
        {point && <Caption path={path}>{describeCounts(step, point)}</Caption>}
      </figcaption>
      <div className="ms-10 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-primary">
        <div className="relative">
          <Bars step={step} points={points} chosen={chosen} />
          <input
            type="range"
            aria-label={`Selected ${stepTitles[step].toLowerCase()}`}
            aria-valuetext={point && describeCounts(step, point)}
            aria-describedby={hintId}
            min={0}
            max={last}
            value={current}
            onChange={({ currentTarget }) => setChosen(currentTarget.valueAsNumber)}
            onPointerMove={follow}
            // A tap chooses a bar, which stays chosen. A mouse already shows the numbers on hover.
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
            onPointerUp={({ pointerType, button }) => {
              if (pointerType === 'mouse' && button === 0) open()
            }}
            onKeyDown={({ key }) => key === 'Enter' && open()}
            className={`absolute inset-0 size-full touch-pan-y opacity-0 ${path === null ? 'cursor-default' : 'cursor-pointer'}`}
          />
          <span id={hintId} className="sr-only">
            Press Enter to show these emails.
          </span>
        </div>
      </div>
    </figure>
  )
}

/** The chosen bar's numbers, and the way to its emails for those who can't click on the bar. */
function Caption({ path, children }: { path: string | null; children: string }) {
  if (path === null) return <span className="flex h-6 items-center">{children}</span>
  return (
    <Link
      to={path}
      className="flex h-6 items-center gap-1 rounded-control text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
    >
      {children}
      <ChevronRight aria-hidden className="size-3.5 shrink-0" />
    </Link>
  )
}

function Bars({ step, points, chosen }: DashboardChart & { chosen: number | null }) {
  const { across, upwards, ticks } = toScales(points, plotHeight)
  const width = `${across.bandwidth()}%`
  const gap = across.step() - across.bandwidth()
  return (
    <svg
      aria-hidden
      width="100%"
      height={plotHeight + labelHeight}
      className="block overflow-visible fill-muted-fg text-xs tabular-nums"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x2="100%" y1={upwards(tick)} y2={upwards(tick)} className="stroke-border" />
          <text x={-8} y={upwards(tick)} dy="0.32em" textAnchor="end">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {points.map(({ day, processed, filtered }, index) => {
        const x = `${across(day)}%`
        const top = upwards(processed)
        const middle = upwards(processed - filtered)
        return (
          <g key={day}>
            {index === chosen && (
              <rect
                x={`${(across(day) ?? 0) - gap / 2}%`}
                width={`${across.step()}%`}
                height={plotHeight}
                className="fill-muted"
              />
            )}
            <rect
              x={x}
              width={width}
              y={middle}
              height={plotHeight - middle}
              className="fill-input"
            />
            <rect x={x} width={width} y={top} height={middle - top} className="fill-cold" />
          </g>
        )
      })}
      {chooseLabels(points).map(({ day }, index) => (
        <text
          key={day}
          className={index % 2 === 1 ? 'max-sm:hidden' : undefined}
          x={`${(across(day) ?? 0) + across.bandwidth() / 2}%`}
          y={plotHeight + 20}
          textAnchor="middle"
        >
          {labelPoint(step, day)}
        </text>
      ))}
    </svg>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-full ${className}`} />
      {children}
    </span>
  )
}
