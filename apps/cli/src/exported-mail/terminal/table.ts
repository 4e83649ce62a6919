import { signals as words } from '@doorman/domain/screening/signals'
import { styleText } from 'node:util'
import type { Screening } from '../screen-message.ts'
import type { ExportedMessage } from '../reading/read-messages.ts'
import { fit } from './terminal-text.ts'
import type { Terminal } from './terminal.ts'

export type Table = {
  readonly head: string
  toRow(exported: ExportedMessage, screening: Screening): string
}

const outcomeWidth = 7
const scoreWidth = 5
const minWidth = 60
const widthWithoutTerminal = 140

/** One line per message, as wide as the terminal. */
export function createTable({ stdout, hasColours }: Terminal): Table {
  const width = Math.max(stdout.columns ?? widthWithoutTerminal, minWidth)
  const left = width - outcomeWidth - scoreWidth - 8
  const fromWidth = Math.floor(left * 0.22)
  const subjectWidth = Math.floor(left * 0.33)
  const reasonWidth = left - fromWidth - subjectWidth

  const toLine = (outcome: string, score: string, from: string, subject: string, why: string) =>
    [
      fit(outcome, outcomeWidth),
      score.padStart(scoreWidth),
      fit(from, fromWidth),
      fit(subject, subjectWidth),
      fit(why, reasonWidth).trimEnd(),
    ].join('  ')
  const paint = (style: 'yellow' | 'dim' | 'bold', line: string) =>
    hasColours ? styleText(style, line, { validateStream: false }) : line

  return {
    head: paint('bold', toLine('outcome', 'score', 'from', 'subject', 'why')),
    toRow({ message }, screening) {
      const { outcome, score, skipped } = screening
      const from = message.from?.name || message.from?.address || ''
      const row = toLine(outcome, score?.toFixed(2) ?? '', from, message.subject, toWhy(screening))
      if (outcome === 'filter') return paint('yellow', row)
      return skipped === null ? row : paint('dim', row)
    },
  }
}

function toWhy({ reason, signals }: Screening): string {
  const reasons = signals.map((signal) => words[signal])
  return [reason.replaceAll('-', ' '), reasons.join(', ')].filter(Boolean).join(': ')
}
