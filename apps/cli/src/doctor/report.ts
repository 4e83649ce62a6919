import { styleText } from 'node:util'
import type { Terminal } from '../exported-mail/terminal/terminal.ts'
import type { Finding, FindingStatus } from './finding.ts'

const colours = { ok: 'green', off: 'dim', look: 'yellow', broken: 'red' } as const

const statusWidth = 8
const subjectWidth = 19
const minWidth = 60
/** When the output is not a terminal. */
const defaultWidth = 100

/** For people: one paragraph per finding, with the advice below it. */
export function toText(findings: readonly Finding[], { stdout, hasColours }: Terminal): string {
  const width = Math.max(stdout.columns ?? defaultWidth, minWidth) - statusWidth - subjectWidth
  const paint = (status: FindingStatus, text: string) =>
    hasColours ? styleText(colours[status], text, { validateStream: false }) : text
  const paragraphs = findings.map(({ subject, status, says, advice }) => {
    const head = paint(status, status.padEnd(statusWidth)) + subject.padEnd(subjectWidth)
    const lines = [...wrap(says, width), ...(advice === null ? [] : wrap(advice, width))]
    return head + lines.join(`\n${' '.repeat(statusWidth + subjectWidth)}`)
  })
  return `${paragraphs.join('\n')}\n\n${toConclusion(findings)}\n`
}

/** For programs. The field names are a public interface. */
export function toJson(findings: readonly Finding[], isDemo: boolean): string {
  return `${JSON.stringify({ isDemo, isBroken: isBroken(findings), findings }, null, 2)}\n`
}

export function isBroken(findings: readonly Finding[]): boolean {
  return findings.some(({ status }) => status === 'broken')
}

function toConclusion(findings: readonly Finding[]): string {
  const count = (wanted: FindingStatus) => findings.filter(({ status }) => status === wanted).length
  const parts = [
    count('broken') === 0 ? 'Nothing is broken' : `${count('broken')} broken`,
    ...(count('look') > 0 ? [`${count('look')} to look at`] : []),
  ]
  return `${parts.join(', ')}.`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
