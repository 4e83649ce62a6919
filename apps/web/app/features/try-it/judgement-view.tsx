import type { Category } from '@doorman/domain/screening/categories'
import { productName } from '@doorman/domain/brand'
import { Badge } from '../../ui/basics/badge.tsx'
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
  return (
    <div
      role="status"
      className="min-h-40 rounded-hero border border-border bg-bg p-5 text-sm sm:p-6"
    >
      {state.kind === 'judged' ? (
        <Judged judgement={state.judgement} />
      ) : (
        <p className="grid h-full place-items-center text-center text-muted-fg">
          {toMessage(state)}
        </p>
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
      return 'Couldn’t load the model. Please try again.'
  }
}

function Judged({ judgement }: { judgement: TryItResult }) {
  const { outcome, percent, category, signals, reasoning, redacted } = judgement
  const masked = redacted.filter(({ isMask }) => isMask).length
  return (
    <div className="grid gap-5">
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
      {percent !== null && (
        <p className="grid gap-2">
          <span className="flex justify-between text-muted-fg">
            Cold outreach <span className="text-fg tabular-nums">{percent}%</span>
          </span>
          <meter min={0} max={100} value={percent} className="gauge">
            {percent}%
          </meter>
        </p>
      )}
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
        <p className="mt-2 line-clamp-8 font-mono text-xs leading-6 whitespace-pre-line text-muted-fg">
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
    </div>
  )
}
