import { judgeMessage } from '@doorman/classifier/judge-message'
import { createLocalModel } from '@doorman/classifier/model/local-model'
import { toModelData } from '@doorman/classifier/model/model-data'
import { MessageHeaders } from '@doorman/domain/mail/message'
import { categories } from '@doorman/domain/screening/categories'
import { unknownSender } from '@doorman/domain/screening/sender-facts'

/** Judges one message with the given model; a journey calls it inside the page. */
export async function judge(model: string, subject: string, text: string) {
  const message = {
    from: { name: '', address: 'pat@vendor.example' },
    to: [],
    cc: [],
    replyTo: null,
    subject,
    body: { text, html: null },
    headers: new MessageHeaders(),
  }
  const judgement = await judgeMessage(message, unknownSender, {
    redaction: 'full',
    policy: { mode: 'filter', unwanted: new Set(categories), smartResponse: false },
    classify: createLocalModel(toModelData(JSON.parse(model)), new Map()).judge,
  })
  if (judgement.kind === 'unjudged') throw new Error(judgement.decision.reason)
  const { score, signals } = judgement.verdict
  return { score, signals: [...signals] }
}
