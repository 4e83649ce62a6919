import { loadLocalModel } from '@doorman/classifier/load-local-model'
import {
  messageRecord,
  type MessageRecord,
  toSenderFacts,
  toMessage,
} from '@doorman/classifier/message-record'
import { isUnsure, type Verdict } from '@doorman/domain/screening/verdict'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readLibrary } from '@doorman/cli/product/read-library'
import { screenMessage } from '@doorman/cli/exported-mail/screen-message'

/** A message that an article describes, the verdict it names, and the sentence that says so. */
type Specimen = MessageRecord & { readonly band: Band; readonly says: string }
type Band = 'left-alone' | 'stays' | 'ordinary' | 'doubtful' | 'set-aside' | 'beyond-doubt'

const file = await readFile(new URL('../content/specimens.jsonl', import.meta.url), 'utf8')
const specimens = file
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Specimen)
  .map((specimen) => ({ ...specimen, ...messageRecord.parse(specimen) }))
const { articles } = await readLibrary()
const model = loadLocalModel()

test.each(specimens.map((mail) => [mail.id, mail] as const))(
  '%s is judged as its article says',
  async (id, mail) => {
    const incoming = { id, message: toMessage(mail), sender: toSenderFacts(mail), where: '' }
    const judgement = await screenMessage(incoming, model.judge)
    expect(judgement.kind === 'judged' ? bandsOf(judgement.verdict) : ['left-alone']).toContain(
      mail.band,
    )
    const article = articles.find(({ slug }) => id.startsWith(`${slug}/`))
    expect(article?.content).toContain(mail.says)
  },
)

function bandsOf(verdict: Verdict): Band[] {
  if (isUnsure(verdict)) return ['stays', 'doubtful']
  const { filter, certain } = thresholds[verdict.category]
  if (verdict.score < filter) return ['stays', 'ordinary']
  return verdict.score < certain ? ['set-aside'] : ['set-aside', 'beyond-doubt']
}
