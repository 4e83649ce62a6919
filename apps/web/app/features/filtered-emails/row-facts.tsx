import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { formatConfidence } from '../../lib/format.ts'
import { isJudged, toFacts } from './facts.ts'

/** The second line of a row, such as 'Sales · names other clients · asks for a call or a meeting'. */
export function RowFacts({
  email,
  showsConfidence,
}: {
  email: FilteredEmail
  showsConfidence: boolean
}) {
  const { kind, facts } = toFacts(email)
  return (
    <span className="truncate text-xs text-muted-fg">
      {isJudged(email) && (
        <span className={showsConfidence ? 'text-cold tabular-nums' : 'sr-only'}>
          <span className="sr-only">Confidence </span>
          {formatConfidence(email.classificationScore)}
          {' · '}
        </span>
      )}
      {kind && <span className="font-medium text-fg">{kind}</span>}
      {kind && facts.length > 0 && ' · '}
      {facts.join(' · ')}
    </span>
  )
}
