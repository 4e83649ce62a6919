import { newWords } from '@doorman/mail-text/own-words'
import { readBody } from '@doorman/mail-text/read-body'
import type { MessageBody } from '@doorman/domain/mail/message'
import { saysPhrase } from '@doorman/domain/replies/override-phrase'

/**
 * Whether the sender writes that they have met the user. Quoted text is ignored, above all our own
 * reply, which contains the phrase.
 */
export function claimsAcquaintance(body: MessageBody): boolean {
  return saysPhrase(newWords(readBody(body).text))
}
