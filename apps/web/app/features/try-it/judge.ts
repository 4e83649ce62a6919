import { judgeMessage } from '@doorman/classifier/judge-message'
import { Dictionary } from '@doorman/classifier/model/dictionary'
import type { Judgeable } from '@doorman/classifier/model/judgeable'
import type { Language } from '@doorman/classifier/model/language'
import { createLocalModel } from '@doorman/classifier/model/local-model'
import { toModelData } from '@doorman/classifier/model/model-data'
import modelUrl from '@doorman/classifier/model.json?url'
import { redact } from '@doorman/domain/redaction/redact'
import { categories } from '@doorman/domain/screening/categories'
import { toReasoning, toSignalWords } from '@doorman/domain/screening/reasons'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { unknownSender } from '@doorman/domain/screening/sender-facts'
import type { Verdict } from '@doorman/domain/screening/verdict'
import { toMissingFacts } from './missing-facts.ts'
import { toPastedMessage } from './pasted-message.ts'
import { toRedactedParts } from './redacted-parts.ts'
import type { TryItResult } from './try-it-result.ts'

const filterEverything = {
  mode: 'filter',
  unwanted: new Set(categories),
  smartResponse: false,
} as const

/** The address of each dictionary, by the path of its file. */
const dictionaryUrls = import.meta.glob<string>(
  '../../../../../packages/classifier/model/dictionaries/*.txt',
  { query: '?url', import: 'default', eager: true },
)

/**
 * Fetches the model once, and a dictionary when the first text in its language is pasted. The text
 * itself never leaves the browser.
 */
export async function loadJudge(): Promise<(pasted: string) => Promise<TryItResult>> {
  const data = toModelData(await (await load(modelUrl)).json())
  const dictionaries = new Map<Language, Dictionary>()
  const model = createLocalModel(data, dictionaries)
  return (pasted) =>
    judge(pasted, async (judgeable) => {
      const { language } = judgeable.facts
      const url = findDictionary(language)
      if (url !== undefined && !dictionaries.has(language))
        dictionaries.set(language, new Dictionary(await (await load(url)).text()))
      return model.judge(judgeable)
    })
}

function findDictionary(language: Language): string | undefined {
  return Object.entries(dictionaryUrls).find(([path]) => path.endsWith(`/${language}.txt`))?.[1]
}

async function load(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`Could not load ${url}`)
  return response
}

async function judge(
  pasted: string,
  classify: (judgeable: Judgeable) => Promise<Verdict>,
): Promise<TryItResult> {
  const message = toPastedMessage(pasted)
  const judgement = await judgeMessage(message, unknownSender, {
    redaction: 'full',
    policy: filterEverything,
    classify,
  })
  const { outcome, reason } = judgement.decision
  const verdict = judgement.kind === 'judged' ? judgement.verdict : null
  const category = verdict?.category ?? null
  const signals = verdict?.signals ?? []
  return {
    outcome: outcome === 'filter' ? 'filter' : 'keep',
    percent: verdict && Math.min(99, Math.max(1, Math.round(verdict.score * 100))),
    movedFromPercent: Math.round(thresholds[category ?? 'other'].filter * 100),
    category: outcome === 'filter' ? category : null,
    signals: toSignalWords(signals),
    reasoning: toReasoning({ outcome, reason, category, signals, lessons: [] }),
    missingFacts: toMissingFacts(message),
    redacted: toRedactedParts(redact(pasted.trim(), 'full').text.replaceAll(/\n\s*\n/g, '\n')),
  }
}
