import { MailError } from '../../mail-error.ts'
import { toGmailError, type GmailAnswer, type HowAsked } from './gmail-error.ts'

/** Returns Gmail's answer, or throws the error in it. An empty body counts as `{}`. */
export function readGmailAnswer<Data>(answer: GmailAnswer, how: HowAsked): Data {
  const { status, text } = answer
  if (status < 200 || status >= 300) throw toGmailError(answer, how)
  const data = text === '' ? {} : parse(text)
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (isObject && !('error' in data)) return data as Data
  throw new MailError('unavailable', 'malformed', { mayHaveHappened: how.isWrite })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
