import type { Category } from '@doorman/domain/screening/categories'
import { Button } from '@react-email/components'
import type { CSSProperties } from 'react'
import { formatCount } from '@doorman/domain/format'
import type { WeeklyReport } from '../notify.ts'
import { Paragraph, Quiet, Stranger } from './parts.tsx'
import { light } from './theme.ts'

const maxSenderChars = 100
const maxSubjectChars = 140

/** The names of the kinds, as on the page of filtered emails. */
const kinds: Readonly<Record<Category, string>> = {
  sales: 'Sales',
  recruiter: 'Recruiter',
  investor: 'Investor',
  other: 'Other',
}

const wholeWidth = { borderCollapse: 'collapse', width: '100%' } as const
const divided: CSSProperties = { borderTop: `1px solid ${light.line}` }

export function Totals(totals: Pick<WeeklyReport, 'filtered' | 'processed' | 'timeSaved'>) {
  const cells = [
    { value: formatCount(totals.filtered), label: 'filtered' },
    { value: formatCount(totals.processed), label: 'checked' },
    { value: totals.timeSaved, label: 'saved' },
  ]
  return (
    <table className="columns" role="presentation" style={wholeWidth}>
      <tbody>
        <tr>
          {cells.map(({ value, label }) => (
            <td key={label} style={{ padding: '0 12px 0 0', verticalAlign: 'top' }}>
              <Total value={value} label={label} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Total({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Paragraph style={{ margin: 0 }}>
      <strong style={{ fontSize: '22px', lineHeight: '28px' }}>{value}</strong>
      <br />
      <Quiet>{label}</Quiet>
    </Paragraph>
  )
}

/** The longest bar is the most frequent kind. Bars are cells, because many programs block images. */
export function FilteredByKind({ byCategory }: Pick<WeeklyReport, 'byCategory'>) {
  const most = Math.max(...byCategory.map(({ count }) => count))
  const cell: CSSProperties = { ...divided, padding: '10px 0', textAlign: 'left' }
  return (
    <table className="columns" style={wholeWidth}>
      <tbody>
        {byCategory.map(({ category, count }) => (
          <tr key={category}>
            <th scope="row" className="line" style={{ ...cell, fontWeight: 400 }}>
              <Paragraph style={{ margin: '0 0 6px' }}>{kinds[category]}</Paragraph>
              <Bar percent={Math.max(2, Math.round((100 * count) / most))} />
            </th>
            <td className="line" style={{ ...cell, verticalAlign: 'top', width: '72px' }}>
              <Paragraph style={{ fontWeight: 600, margin: 0, textAlign: 'right' }}>
                {formatCount(count)}
              </Paragraph>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bar({ percent }: { readonly percent: number }) {
  const height = {
    borderRadius: '3px',
    fontSize: '0',
    height: '6px',
    lineHeight: '6px',
    padding: 0,
  }
  return (
    <div data-skip-in-text="true">
      <table role="presentation" style={wholeWidth}>
        <tbody>
          <tr>
            <td
              className="bar"
              style={{ ...height, backgroundColor: light.mint, width: `${percent}%` }}
            >
              &nbsp;
            </td>
            <td style={height}>&nbsp;</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

export function LeastCertain({ messages }: { readonly messages: WeeklyReport['leastCertain'] }) {
  return messages.map(({ sender, subject, confidencePercent, restoreUrl }) => (
    <div key={restoreUrl} className="line" style={{ ...divided, padding: '16px 0' }}>
      <Paragraph style={{ margin: 0 }}>
        <strong style={{ fontWeight: 600 }}>
          <Stranger text={subject.trim() || '(no subject)'} max={maxSubjectChars} />
        </strong>
        <br />
        <Quiet>
          <Stranger text={sender.trim() || 'Unknown sender'} max={maxSenderChars} />
          <br />
          {`${confidencePercent}% certain`}
        </Quiet>
        <br />
        <RestoreButton url={restoreUrl} />
      </Paragraph>
    </div>
  ))
}

function RestoreButton({ url }: { readonly url: string }) {
  return (
    <Button
      href={url}
      className="mint line"
      style={{
        border: `1px solid ${light.line}`,
        borderRadius: '8px',
        color: light.mint,
        fontSize: '14px',
        fontWeight: 600,
        margin: '8px 0 0',
        padding: '12px 16px',
      }}
    >
      Restore
    </Button>
  )
}
