import { quirk, type QuirksOf } from '../world/quirks.ts'

/**
 * Every known quirk. Tests switch them with `Google.setQuirks`. One account at a time can also have
 * no mailbox (`Google.removeMailbox`) and unverified aliases (`Google.setAliases`).
 */
export const knownQuirks = {
  decodedHeaders: quirk<boolean>(
    true,
    'In `payload.headers`, encoded words are decoded, and decoded names are in quotes.',
    'public dumps of messages.get responses; the reference does not say',
  ),
  replacedMessageIds: quirk<boolean>(
    true,
    'A sent message gets a new Message-ID, although the raw message had one.',
    'unverified, a precaution: the reference does not say',
  ),
  singlePushClient: quirk<boolean>(
    true,
    '`watch` with another topic is refused until `stop` ends the first watch.',
    'https://github.com/Eagnir/GmailNotify-PubSub-GCP/pull/2',
  ),
  failedPreconditions: quirk<number>(
    0,
    'Calls that get 400 `failedPrecondition` and work when they are repeated. Counts down.',
    'https://github.com/googleapis/google-api-php-client/issues/2558',
  ),
} as const

export type Quirks = QuirksOf<typeof knownQuirks>
