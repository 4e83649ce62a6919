import { judgeMessage } from '@doorman/classifier/judge-message'
import { createLocalModel, type LocalModel } from '@doorman/classifier/model/local-model'
import { toModelData } from '@doorman/classifier/model/model-data'
import modelUrl from '@doorman/classifier/model.json?url'
import { redact } from '@doorman/domain/redaction/redact'
import { categories } from '@doorman/domain/screening/categories'
import { toReasoning, toSignalWords } from '@doorman/domain/screening/reasons'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { unknownSender } from '@doorman/domain/screening/sender-facts'
import { toMissingFacts } from './missing-facts.ts'
import { toPastedMessage } from './pasted-message.ts'
import { toRedactedParts } from './redacted-parts.ts'
import type { TryItResult } from './try-it-result.ts'

const filterEverything = {
  mode: 'filter',
  unwanted: new Set(categories),
  smartResponse: false,
} as const

/** Fetches the model once. From then on the browser judges without any request. */
export async function loadJudge(): Promise<(pasted: string) => Promise<TryItResult>> {
  const response = await fetch(modelUrl)
  if (!response.ok) throw new Error('The model could not be loaded')
  const model = createLocalModel(toModelData(await response.json()))
  return (pasted) => judge(model, pasted)
}

async function judge(model: LocalModel, pasted: string): Promise<TryItResult> {
  const message = toPastedMessage(pasted)
  const judgement = await judgeMessage(message, unknownSender, {
    redaction: 'full',
    policy: filterEverything,
    classify: model.judge,
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
