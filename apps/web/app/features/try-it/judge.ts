import { createLocalModel, type LocalModel } from '@doorman/classifier/local/local-model'
import { toModelData } from '@doorman/classifier/local/model-data'
import { prepareMail } from '@doorman/classifier/local/prepare-mail'
import modelUrl from '@doorman/classifier/model.json?url'
import { categories, decide } from '@doorman/domain/decide'
import { toReasoning, toSignalWords } from '@doorman/domain/reasoning'
import { redact } from '@doorman/domain/redact'
import { stranger } from '@doorman/domain/sender-facts'
import type { Judgement } from './judgement.ts'
import { toPastedMessage } from './pasted-mail.ts'
import { toRedactedParts } from './redacted-parts.ts'

/** Nobody knows here whom the visitor has written to, so everybody is a stranger. */
const nothingKnown = {
  relationship: stranger,
  isRelationshipKnown: false,
  isWhitelisted: false,
  standing: null,
  answersTheUser: false,
  isOwnAddress: false,
}

const everythingUnwanted = {
  mode: 'filter',
  unwanted: new Set(categories),
  smartResponse: false,
} as const

/** Brings the model here, once; from then on nothing is asked of anybody. */
export async function loadJudge(): Promise<(pasted: string) => Judgement> {
  const response = await fetch(modelUrl)
  if (!response.ok) throw new Error('The model could not be loaded')
  const model = createLocalModel(toModelData(await response.json()))
  return (pasted) => judge(model, pasted)
}

function judge(model: LocalModel, pasted: string): Judgement {
  const message = toPastedMessage(pasted)
  const redacted = toRedactedParts(redact(pasted.trim(), 'full').text.replaceAll(/\n\s*\n/g, '\n'))
  const prepared = prepareMail(message, nothingKnown, 'full')
  if (prepared.kind === 'skipped') {
    const why = { outcome: 'keep', category: null, signals: [], lessons: [] } as const
    return {
      outcome: 'keep',
      percent: null,
      category: null,
      signals: [],
      reasoning: toReasoning({ ...why, reason: prepared.reason }),
      redacted,
    }
  }
  const { category, score, signals } = model.judge(prepared.mail)
  const { outcome, reason } = decide({ category, score, signals }, everythingUnwanted)
  return {
    outcome: outcome === 'filter' ? 'filter' : 'keep',
    percent: Math.min(99, Math.max(1, Math.round(score * 100))),
    category: outcome === 'filter' ? category : null,
    signals: toSignalWords(signals),
    reasoning: toReasoning({ outcome, reason, category, signals, lessons: [] }),
    redacted,
  }
}
