import type { Mutation } from '../mutation.ts'

const folder = 'packages/mail/src/microsoft'
const delta = `${folder}/changes/delta.ts`
const sentChanges = `${folder}/changes/sent-changes.ts`
const sent = `${folder}/sent/sent-messages.ts`
const sentTest = `${folder}/sent/sent-messages.test.ts`
const changesTest = `${folder}/changes/changes.test.ts`
const mark = `${folder}/replies/reply-mark.ts`
const failure = `${folder}/graph/graph-failure.ts`
const failureTest = `${folder}/graph/graph-failure.test.ts`
const draftsTest = `${folder}/replies/drafts.test.ts`
const quirksTest = `${folder}/quirks.test.ts`
const mailboxTest = `${folder}/microsoft-mailbox.test.ts`

/** What Graph really does. */
export const microsoft: readonly Mutation[] = [
  {
    guarantee: 'a message that was only marked as read is no arrival',
    file: delta,
    original: '!isRemoved(item) && !isReadChange(item)',
    mutated: '!isRemoved(item)',
    tests: [quirksTest],
  },
  {
    guarantee: 'a stored link that is refused as 400 or 404 is lost',
    file: delta,
    original:
      "return error.failure === 'gone' || (error.failure === 'refused' && error.status === 400)",
    mutated: 'return false',
    tests: [quirksTest],
  },
  {
    guarantee: 'a lost place in the sent messages is reported',
    file: sentChanges,
    original: "return { sent: 'list-again', link, isLast }",
    mutated: 'return { sent: [], link, isLast }',
    tests: [quirksTest],
  },
  {
    guarantee: 'more sent messages than are loaded are listed again',
    file: sentChanges,
    original: '!place.isLast || ids.length > maxLoaded',
    mutated: '!place.isLast',
    tests: [changesTest],
  },
  {
    guarantee: 'sent messages on a later page come with the arrivals of the same call',
    file: sentChanges,
    original: 'isLast || pages === maxPages || graph.isHalfOver()',
    mutated: 'pages > 0',
    tests: [changesTest],
  },
  {
    guarantee: 'what was sent counts as listed only after the last page',
    file: sentChanges,
    original: '!place.isLast || ids.length > maxLoaded',
    mutated: 'ids.length > maxLoaded',
    tests: [changesTest],
  },
  {
    guarantee: 'sent messages that Graph is too slow to load are listed again',
    file: sentChanges,
    original: "if (graph.isHalfOver()) return 'list-again'",
    mutated: '',
    tests: [changesTest],
  },
  {
    guarantee: 'a full page of sent messages is not the last one',
    file: sent,
    original: 'hasMore = next !== null || listed.length >= top',
    mutated: 'hasMore = next !== null',
    tests: [sentTest],
  },
  {
    guarantee: 'pages of sent messages without a date are not the end',
    file: sent,
    original:
      "if (hasMore && !oldest) throw new MailError('unavailable', 'malformed-receivedDateTime')",
    mutated: '',
    tests: [sentTest],
  },
  {
    guarantee: 'a page that took too long is not asked for again and again',
    file: sent,
    original: 'if (isSlow) top = smallPageSize',
    mutated: '',
    tests: [sentTest],
  },
  {
    guarantee: 'a mailbox that refuses $expand is read',
    file: sent,
    original: 'if (!isBadRequest(error)) throw error',
    mutated: 'throw error',
    tests: [sentTest],
  },
  {
    guarantee: 'messages of the second in which a page ends are not missed',
    file: sent,
    original: 'toFilterTime(toNextSecond(from))',
    mutated: 'toFilterTime(from)',
    tests: [quirksTest],
  },
  {
    guarantee: 'a page that covers one second is followed by the next',
    file: sent,
    original: 'next !== null && pages < maxPagesPerSecond && isOneSecond(items)',
    mutated: 'next !== null && pages < 1',
    tests: [quirksTest],
  },
  {
    guarantee: 'a page that is too large is read in smaller pieces',
    file: sent,
    original: '!(isSlow || isTooLarge(error))',
    mutated: '!isSlow',
    tests: [sentTest],
  },
  {
    guarantee: 'the list continues if more messages were sent in one second than one call reads',
    file: sent,
    original: 'isStuck ? new Date(oldest.getTime() - secondMs) : oldest',
    mutated: 'oldest',
    tests: [sentTest],
  },
  {
    guarantee: 'recipients in Bcc are known too',
    file: `${folder}/received-message.ts`,
    original: "['toRecipients', 'ccRecipients', 'bccRecipients']",
    mutated: "['toRecipients', 'ccRecipients']",
    tests: [mailboxTest],
  },
  {
    guarantee: 'our reply is known by its property, although its copy has lost the category',
    file: mark,
    original: "|| listJson(message, 'singleValueExtendedProperties').some(isMark)",
    mutated: '',
    tests: [mailboxTest],
  },
  {
    guarantee: 'our reply is no message of the user',
    file: sent,
    original: "message['isDraft'] !== true && !isOurReply(message)",
    mutated: "message['isDraft'] !== true",
    tests: [mailboxTest],
  },
  {
    guarantee: 'automatic answers to a reply are suppressed, although Exchange drops the header',
    file: mark,
    original: "{ id: suppressProperty, value: '-1' },",
    mutated: '',
    tests: [draftsTest],
  },
  {
    guarantee: 'headers that Graph leaves out are read from its fields',
    file: `${folder}/received-message.ts`,
    original: 'return [...headers, ...missing]',
    mutated: 'return headers.length > 0 ? headers : missing',
    tests: [quirksTest],
  },
  {
    guarantee: 'headers that are there win over the fields of Graph',
    file: `${folder}/received-message.ts`,
    original: 'filter(([name]) => !present.has(name.toLowerCase()))',
    mutated: 'filter(([name]) => present.size >= 0 || name === "")',
    tests: [`${folder}/received-message.test.ts`],
  },
  {
    guarantee: 'the search that finds nothing on personal accounts is not believed',
    file: `${folder}/microsoft-mailbox.ts`,
    original: "hasUserSent: async () => 'unknown'",
    mutated: 'hasUserSent: async () => false',
    tests: [quirksTest],
  },
  {
    guarantee: 'a part of a batch that failed is asked again',
    file: 'packages/mail/src/http/ask-for-each.ts',
    original: 'if (failure) throw failure',
    mutated: '',
    tests: [quirksTest],
  },
  {
    guarantee: 'a part of a batch that is missing is not gone',
    file: `${folder}/graph/batch.ts`,
    original: "throw new MailError('unavailable', 'malformed-batch', {",
    mutated: "throw new MailError('gone', 'malformed-batch', {",
    tests: [quirksTest],
  },
  {
    guarantee: 'an account without a licence has no mailbox',
    file: failure,
    original:
      "if (status === 401 && code !== null && unknownToExchange.has(code)) return 'no-mailbox'",
    mutated: '',
    tests: [failureTest, quirksTest],
  },
  {
    guarantee: 'an account whose folders are not found has no mailbox',
    file: `${folder}/folders.ts`,
    original:
      "if (isGone(error)) throw new MailError('no-mailbox', `no-${name}`, { cause: error })",
    mutated: '',
    tests: [quirksTest],
  },
  {
    guarantee: 'a subscription whose lifetime is refused is requested with a shorter one',
    file: `${folder}/push/subscriptions.ts`,
    original: 'if (!mayBeTooLong(error)) throw error',
    mutated: 'throw error',
    tests: [quirksTest],
  },
]
