import { newWords } from '@doorman/classifier/local/own-words'
import { readBody } from '@doorman/classifier/local/read-body'
import type { MessageBody } from '@doorman/domain/message'
import { saysPhrase } from '@doorman/domain/override-phrase'

/** Whether the new part of a mail says that its sender has met the user. What it quotes, our own reply above all, says nothing. */
export function claimsAcquaintance(body: MessageBody): boolean {
  return saysPhrase(newWords(readBody(body).text))
}
