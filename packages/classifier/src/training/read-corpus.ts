import { categories, type Category } from '@doorman/domain/screening/categories'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { messageRecord, type MessageRecord } from '../message-record.ts'

export type LabelledMessage = {
  readonly id: string
  readonly record: MessageRecord
  readonly isCold: boolean
  /** The category of a cold message; `null` if it is not labelled. */
  readonly category: Category | null
  /** The author or collection. Training and test data are split by source, never within one. */
  readonly source: string
  /** `written` for this project, with headers and facts; or `collected`, with words only. */
  readonly origin: 'written' | 'collected'
  readonly kind: string
  readonly language: string
  readonly difficulty: 'plain' | 'hard' | 'unlabelled'
  /** Whether a collected message was really received, rather than published as an example. */
  readonly wasReceived: boolean
}

const writtenFolder = new URL('../../corpus/', import.meta.url)
/**
 * Collected messages may be used for training but not passed on, so they are not in the repository.
 */
const collectedFolder = new URL('../../../../../shared/corpus/', import.meta.url)

/**
 * Authors who wrote after training messages, features and limits were fixed, without seeing the
 * model or its mistakes.
 */
export const lateSources: readonly string[] = ['author-ea', 'author-eb', 'author-ec', 'author-ed']

/**
 * Test data: never trained on. The figures of the first four were seen before the last thresholds
 * were fixed. Nothing was chosen by those of the late sources. See docs/model-card.md.
 */
export const frozenSources: readonly string[] = [
  'author-f',
  'author-y',
  'author-ak',
  'author-as',
  ...lateSources,
]

const writtenLine = z.looseObject({
  id: z.string(),
  label: z.enum(['cold', 'legit']),
  kind: z.string(),
  lang: z.string(),
  difficulty: z.enum(['plain', 'hard']).optional(),
  expected: z.object({ category: z.enum(categories).nullable() }),
})

const collectedLine = z.looseObject({
  id: z.string(),
  kind: z.string().nullish(),
  corpus: z.string(),
  origin: z.string().nullish(),
})

export function readWrittenMessages(): LabelledMessage[] {
  return readdirSync(writtenFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) =>
      readLines(new URL(name, writtenFolder)).map((line): LabelledMessage => {
        const parsed = writtenLine.parse(line)
        return {
          id: parsed.id,
          record: messageRecord.parse(line),
          isCold: parsed.label === 'cold',
          category: parsed.expected.category,
          source: name.slice(0, -'.jsonl'.length),
          origin: 'written',
          kind: parsed.kind,
          language: parsed.lang,
          difficulty: parsed.difficulty ?? 'unlabelled',
          wasReceived: false,
        }
      }),
    )
}

/** Empty if the collections are not on this machine. */
export function readCollectedMessages(): LabelledMessage[] {
  return (['cold', 'legit'] as const).flatMap((label) => {
    const file = new URL(`${label}.dev.jsonl.gz`, collectedFolder)
    if (!existsSync(file)) return []
    return readLines(file).map((line): LabelledMessage => {
      const parsed = collectedLine.parse(line)
      return {
        id: parsed.id,
        // Its headers show on which mailing list it was found, and nothing about the sender.
        record: { ...messageRecord.parse(line), headers: null, facts: null },
        isCold: label === 'cold',
        category: null,
        source: parsed.corpus,
        origin: 'collected',
        kind: parsed.kind ?? 'unlabelled',
        language: 'unlabelled',
        difficulty: 'unlabelled',
        wasReceived: parsed.origin === 'received',
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
