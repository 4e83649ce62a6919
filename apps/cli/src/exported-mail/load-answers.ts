import { AppError } from '@doorman/domain/app-error'
import { listMailFiles } from './reading/mail-files.ts'
import { openMailFile } from './reading/open-mail-file.ts'
import { describeFileError } from './reading/problem.ts'
import { readJsonLines, type JsonLine } from './reading/read-json-lines.ts'
import { sanitise } from './terminal/terminal-text.ts'
import type { Terminal } from './terminal/terminal.ts'

const maxLineBytes = 1024 * 1024

/**
 * Reads a language model's answers by message id. If an id occurs twice, the last answer counts.
 */
export async function loadAnswers(
  name: string,
  { folder, stdin, stderr, stop }: Terminal,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const shownName = sanitise(name)
  try {
    for (const file of listMailFiles([name], folder)) {
      if (file.kind !== 'jsonl') throw new AppError('invalid', `${shownName} is not a .jsonl file.`)
      const chunks = openMailFile(file, { stdin, signal: stop.signal, onRead: () => {} })
      for await (const line of readJsonLines(chunks, maxLineBytes)) {
        const answer = findAnswerLine(line)
        if (answer) answers.set(answer.id, answer.text)
        else stderr.write(`${shownName} line ${line.number} is not an answer\n`)
      }
    }
  } catch (error) {
    const why = describeFileError(error)
    throw why === null ? error : new AppError('invalid', `${shownName} ${why}`, { cause: error })
  }
  return answers
}

function findAnswerLine({ content }: JsonLine): { id: string; text: string } | null {
  if (typeof content === 'string') return null
  const { id, answer } = content
  if ((typeof id !== 'string' && typeof id !== 'number') || answer === undefined) return null
  return { id: String(id), text: typeof answer === 'string' ? answer : JSON.stringify(answer) }
}
