import { categories, type Category } from '@doorman/domain/decide'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { mailRecord, type MailRecord } from '../mail-record.ts'

/** A mail whose answer is known. */
export type LabelledMail = {
  readonly id: string
  readonly record: MailRecord
  readonly isCold: boolean
  /** Of cold mail; `null` where nobody said. */
  readonly category: Category | null
  /** One author or one collection: what a split never cuts through. */
  readonly source: string
  /** `written`: composed for this project, with envelope and facts. `real`: collected, words only. */
  readonly origin: 'written' | 'real'
  readonly kind: string
  readonly language: string
  readonly difficulty: 'plain' | 'hard' | 'unsaid'
  /** Of real mail: whether somebody really got it, or it stood in a book of examples. */
  readonly wasReceived: boolean
}

const ownFolder = new URL('../../corpus/', import.meta.url)
/** Collected mail that may be learned from and not be passed on; it lies beside a working copy, where it lies at all. */
const sharedFolder = new URL('../../../../../shared/corpus/', import.meta.url)

/** To be measured on, never trained on, and not to be looked at while something is tuned. */
export const frozenSources: readonly string[] = ['hand-f', 'hand-y', 'hand-ak', 'hand-as']

const written = z.looseObject({
  id: z.string(),
  label: z.enum(['cold', 'legit']),
  kind: z.string(),
  lang: z.string(),
  difficulty: z.enum(['plain', 'hard']).optional(),
  expected: z.object({ category: z.enum(categories).nullable() }),
})

const collected = z.looseObject({
  id: z.string(),
  kind: z.string().nullish(),
  corpus: z.string(),
  origin: z.string().nullish(),
})

export function readWrittenMail(): LabelledMail[] {
  return readdirSync(ownFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) =>
      readLines(new URL(name, ownFolder)).map((line): LabelledMail => {
        const said = written.parse(line)
        return {
          id: said.id,
          record: mailRecord.parse(line),
          isCold: said.label === 'cold',
          category: said.expected.category,
          source: name.slice(0, -'.jsonl'.length),
          origin: 'written',
          kind: said.kind,
          language: said.lang,
          difficulty: said.difficulty ?? 'unsaid',
          wasReceived: false,
        }
      }),
    )
}

/** Nothing where there is none: the model is then trained on our own mail alone. */
export function readRealMail(): LabelledMail[] {
  return (['cold', 'legit'] as const).flatMap((label) => {
    const file = new URL(`${label}.dev.jsonl.gz`, sharedFolder)
    if (!existsSync(file)) return []
    return readLines(file).map((line): LabelledMail => {
      const said = collected.parse(line)
      return {
        id: said.id,
        // Its headers tell which list it was found on, and nothing about its sender.
        record: { ...mailRecord.parse(line), headers: null, facts: null },
        isCold: label === 'cold',
        category: null,
        source: said.corpus,
        origin: 'real',
        kind: said.kind ?? 'unsaid',
        language: 'unsaid',
        difficulty: 'unsaid',
        wasReceived: said.origin === 'received',
      }
    })
  })
}

function readLines(file: URL): unknown[] {
  const bytes = readFileSync(file)
  const text = file.pathname.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
  return text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}
