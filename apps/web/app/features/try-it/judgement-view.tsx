import type { Category } from '@doorman/domain/screening/categories'
import { productName } from '@doorman/domain/brand'
import { site } from '@doorman/content/site'
import { useEffect, useRef } from 'react'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import type { TryItResult } from './try-it-result.ts'
import type { JudgeState } from './use-judge.ts'

const kinds: Readonly<Record<Category, string>> = {
  sales: 'Sales',
  recruiter: 'Recruiter',
  investor: 'Investor',
  other: 'Other outreach',
}

/** The verdict, its reasons, and the email as a model would see it; a hint until there is a verdict. */
export function JudgementView({ state }: { state: JudgeState }) {
  const card = useRef<HTMLDivElement>(null)

  // Scrolls the page, which React does not control: on phones the verdict is below the text. The
  // focus stays where it is, and the style sheet decides whether the movement is smooth.
  useEffect(() => {
    if (state.kind === 'judged') card.current?.scrollIntoView({ block: 'nearest' })
  }, [state])

  return (
    <div
      ref={card}
      className="flex min-h-20 scroll-mb-4 flex-col gap-5 rounded-hero border border-border bg-bg p-5 text-sm sm:p-6"
    >
      <div role="status" className="grid grow">
        {state.kind === 'judged' ? (
          <Judged judgement={state.judgement} />
        ) : (
          <p className="place-self-center text-center text-muted-fg">{toMessage(state)}</p>
        )}
      </div>
      {state.kind === 'judged' && (
        <div className="grid">
          <Button asChild>
            <a href={paths.register}>{site.tryIt.invitation}</a>
          </Button>
        </div>
      )}
    </div>
  )
}

function toMessage({ kind }: Exclude<JudgeState, { kind: 'judged' }>): string {
  switch (kind) {
    case 'idle':
      return 'The verdict and its reasons will show up here.'
    case 'loading':
      return 'Loading the model…'
    case 'empty':
      return 'Paste an email first, or pick one of ours.'
    case 'failed':
      return 'Couldn’t load the model. Reload the page and try again.'
  }
}

function Judged({ judgement }: { judgement: TryItResult }) {
  const { outcome, percent, category, signals, reasoning, redacted } = judgement
  const masked = redacted.filter(({ isMask }) => isMask).length
  return (
    <div className="grid content-start gap-4">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          {outcome === 'filter' ? (
            <Badge tone="cold">{productName} would set this aside</Badge>
          ) : (
            <Badge tone="good">Stays in the inbox</Badge>
          )}
          {category && <Badge>{kinds[category]}</Badge>}
        </div>
        <p className="mt-3 text-base text-pretty">{reasoning}</p>
      </div>
      {percent !== null && <Scale percent={percent} movedFrom={judgement.movedFromPercent} />}
      {signals.length > 0 && (
        <div>
          <h3 className="font-medium">What it noticed</h3>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {signals.map((signal) => (
              <li key={signal} className="rounded-control bg-muted px-2 py-1 text-muted-fg">
                {signal}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3 className="font-medium">
          What a model would see
          <span className="font-normal text-muted-fg">
            {masked === 0 ? ': nothing to mask' : `: ${masked} masked`}
          </span>
        </h3>
        <p className="mt-2 line-clamp-4 font-mono text-xs leading-6 whitespace-pre-line text-muted-fg">
          {redacted.map(({ text, isMask }, index) =>
            isMask ? (
              <mark key={index} className="rounded-sm bg-cold/10 px-1 text-cold">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      </div>
      <p className="text-xs text-pretty text-muted-fg">{judgement.missingFacts}</p>
    </div>
  )
}

/** The confidence on a bar, with a line where emails start to be moved. */
function Scale({ percent, movedFrom }: { percent: number; movedFrom: number }) {
  return (
    <div className="grid gap-2">
      <p className="flex justify-between text-muted-fg">
        Cold outreach <span className="text-fg tabular-nums">{percent}%</span>
      </p>
      <div className="relative">
        <meter min={0} max={100} value={percent} className="gauge block">
          {percent}%
        </meter>
        {/* Drawn with attributes, because the CSP forbids style attributes. */}
        <svg
          aria-hidden
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="absolute inset-x-0 -inset-y-1 h-3.5 w-full text-fg"
        >
          <rect x={movedFrom} width={0.6} height={1} fill="currentColor" />
        </svg>
      </div>
      <p className="text-end text-xs text-muted-fg">We move from {movedFrom}%</p>
    </div>
  )
}
