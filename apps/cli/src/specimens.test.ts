import { loadLocalModel } from '@doorman/classifier/load-local-model'
import {
  mailRecord,
  type MailRecord,
  toKnownFacts,
  toMessage,
} from '@doorman/classifier/mail-record'
import { isUnsure, type Verdict } from '@doorman/domain/decide'
import { thresholds } from '@doorman/domain/thresholds'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readLibrary } from './read-library.ts'
import { judgeMail } from './screening/judge-mail.ts'

/** A mail that an article tells of, what it was found to be, and where the article says so. */
type Specimen = MailRecord & { readonly band: Band; readonly says: string }
type Band = 'left-alone' | 'ordinary' | 'doubtful' | 'set-aside' | 'beyond-doubt'

const file = await readFile(new URL('../../../content/specimens.jsonl', import.meta.url), 'utf8')
const specimens = file
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Specimen)
  .map((specimen) => ({ ...specimen, ...mailRecord.parse(specimen) }))
const { articles } = await readLibrary()
const model = loadLocalModel()

test.each(specimens.map((mail) => [mail.id, mail] as const))(
  '%s is judged as its article says',
  (id, mail) => {
    const incoming = { id, message: toMessage(mail), known: toKnownFacts(mail), where: '' }
    const judged = judgeMail(incoming, model.judge)
    expect(judged.kind === 'judged' ? bandsOf(judged.verdict) : ['left-alone']).toContain(mail.band)
    const article = articles.find(({ slug }) => id.startsWith(`${slug}/`))
    expect(article?.content).toContain(mail.says)
  },
)

function bandsOf(verdict: Verdict): Band[] {
  if (isUnsure(verdict)) return ['doubtful']
  const { filter, certain } = thresholds[verdict.category]
  if (verdict.score < filter) return ['ordinary']
  return verdict.score < certain ? ['set-aside'] : ['set-aside', 'beyond-doubt']
}
