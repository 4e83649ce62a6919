import type { Mutation } from '../mutation.ts'

const folder = 'packages/mail/src/gmail'
const list = `${folder}/sent/list-sent.ts`
const find = `${folder}/sent/find-sent.ts`
const listTest = `${folder}/sent/list-sent.test.ts`
const history = `${folder}/changes/history.ts`
const changes = `${folder}/changes/changes.ts`
const locate = `${folder}/locate-messages.ts`
const locateTest = `${folder}/locate-messages.test.ts`
const error = `${folder}/api/gmail-error.ts`
const errorTest = `${folder}/api/gmail-error.test.ts`
const senders = `${folder}/own-addresses.ts`
const watch = `${folder}/push/watch.ts`
const quirksTest = `${folder}/quirks.test.ts`
const mailboxTest = `${folder}/gmail-mailbox.test.ts`
const addressHeaders = 'packages/mail/src/address-headers.ts'
const malformedTest = 'packages/mail/src/malformed-senders.test.ts'

/** What Gmail really does, and what people really write into From. */
export const gmail: readonly Mutation[] = [
  {
    guarantee: 'messages of the second in which a page ends are not missed',
    file: list,
    original: 'Math.floor(last.sentAt.getTime() / 1000) + 1',
    mutated: 'Math.floor(last.sentAt.getTime() / 1000)',
    tests: [listTest],
  },
  {
    guarantee: 'one old message in a new page does not skip what is in between',
    file: list,
    original: 'found.findLast((sent) => sent !== null)',
    mutated:
      'found.toSorted((a, b) => Number(b?.sentAt ?? Infinity) - Number(a?.sentAt ?? Infinity)).at(-1)',
    tests: [listTest],
  },
  {
    guarantee: 'sent messages that an earlier version has skipped are listed again',
    file: changes,
    original: "from.knowsSent ? await loadSentChanges(api, listSentIds(records)) : 'list-again'",
    mutated: 'await loadSentChanges(api, listSentIds(records))',
    tests: [listTest],
  },
  {
    guarantee: 'an earlier version does not go on from a cursor of this one',
    file: changes,
    original: 'return `${id}${sentMark}` as Cursor',
    mutated: 'return String(id) as Cursor',
    tests: [listTest],
  },
  {
    guarantee: 'a page that was sent within one second does not come again and again',
    file: list,
    original: 'const skipped = skip + found.length',
    mutated: 'const skipped = skip',
    tests: [listTest],
  },
  {
    guarantee: 'more than 500 messages of one second do not stop the list',
    file: list,
    original: 'before === null || skipped + messagesPerPage <= maxListed',
    mutated: 'true',
    tests: [listTest],
  },
  {
    guarantee: 'a slow page ends early',
    file: list,
    original: 'if (found.length > 0 && api.isHalfOver()) break',
    mutated: '',
    tests: [listTest],
  },
  {
    guarantee: 'a page that ended early is not the last one',
    file: list,
    original: '!hasMore && found.length === ids.length',
    mutated: '!hasMore',
    tests: [listTest],
  },
  {
    guarantee: 'a message that claims to be from 1970 does not stop the list',
    file: list,
    original: 'if (before !== null && before < firstSecond) return null',
    mutated: '',
    tests: [listTest],
  },
  {
    guarantee: 'sent messages that Gmail is too slow to load are listed again',
    file: list,
    original: "if (api.isHalfOver()) return 'list-again'",
    mutated: '',
    tests: [listTest],
  },
  {
    guarantee: 'more sent messages than one call can load are listed again',
    file: list,
    original: "if (ids.length > messagesPerPage) return 'list-again'",
    mutated: '',
    tests: [listTest],
  },
  {
    guarantee: 'people in Bcc are recipients',
    file: find,
    original: "['To', 'Cc', 'Bcc']",
    mutated: "['To', 'Cc']",
    tests: [listTest],
  },
  {
    guarantee: 'a reply of Doorman is not a message of the user',
    file: find,
    original: 'claimId: headers.get(replyMarker) ?? null',
    mutated: 'claimId: null',
    tests: [mailboxTest],
  },
  {
    guarantee: 'a draft is not a sent message',
    file: history,
    original: ".filter(({ message }) => hasLabel(message, 'SENT'))",
    mutated: '',
    tests: [mailboxTest],
  },
  {
    guarantee: 'a new label on an old sent message is not a sent message',
    file: history,
    original: ".filter(({ labelIds }) => labelIds?.includes('SENT'))",
    mutated: ".filter(({ message }) => hasLabel(message, 'SENT'))",
    tests: [listTest],
  },
  {
    guarantee: 'a message with our label that is in the inbox is not set aside',
    file: locate,
    original: 'labelled.filter((id) => !inInbox.has(id))',
    mutated: 'labelled',
    tests: [locateTest],
  },
  {
    guarantee: 'each part of a batch counts as a call',
    file: `${folder}/api/gmail-api.ts`,
    original:
      'await rateLimiter.take(units, signal)\n      return tokens.use(async (accessToken) => {\n        const { contentType',
    mutated:
      'await rateLimiter.take(1, signal)\n      return tokens.use(async (accessToken) => {\n        const { contentType',
    tests: [mailboxTest],
  },
  {
    guarantee: 'a part of a batch that fails again and again does not fail the others',
    file: 'packages/mail/src/http/ask-for-each.ts',
    original: 'if (open.length === some.length) throw error',
    mutated: 'throw error',
    tests: ['packages/mail/src/http/ask-for-each.test.ts', mailboxTest],
  },
  {
    guarantee: 'a token that one part of a batch refuses is replaced',
    file: `${folder}/api/gmail-api.ts`,
    original: 'for (const one of answers) if (isAboutToken(one)) throw one',
    mutated: '',
    tests: [mailboxTest],
  },
  {
    guarantee: 'an outage with status 400 does not lose the cursor',
    file: changes,
    original: "error.status === 400 && error.failure === 'refused'",
    mutated: 'error.status === 400',
    tests: [quirksTest],
  },
  {
    guarantee: 'a temporary 400 is repeated',
    file: error,
    original: "['failedPrecondition', 'unavailable'],",
    mutated: '',
    tests: [errorTest, quirksTest],
  },
  {
    guarantee: 'an account without Gmail has no mailbox',
    file: error,
    original: "[mailServiceNotEnabled, 'no-mailbox'],",
    mutated: '',
    tests: [errorTest, quirksTest],
  },
  {
    guarantee: 'a watch for the old topic is stopped',
    file: watch,
    original: 'await stopPush(api)\n    return watch(api, topicName)',
    mutated: 'return watch(api, topicName)',
    tests: [quirksTest],
  },
  {
    guarantee: 'a reply does not go out from an address that is not verified',
    file: senders,
    original: "=== 'accepted')",
    mutated: "!== '')",
    tests: [quirksTest],
  },
  {
    guarantee: 'a reply from a foreign address is not drafted',
    file: senders,
    original:
      "if (!sender) throw new MailError('refused', 'not a sender of this mailbox')\n  return sender",
    mutated: "return sender ?? { name: '', address: from }",
    tests: [quirksTest],
  },
  {
    guarantee: 'an alias without a name goes out under the user’s name',
    file: senders,
    original: "displayName || primary?.displayName || ''",
    mutated: "displayName || ''",
    tests: [quirksTest],
  },
  {
    guarantee: 'a name with an unquoted comma does not hide the sender',
    file: addressHeaders,
    original: ': findBracketed(value)',
    mutated: ': null',
    tests: [malformedTest],
  },
  {
    guarantee: 'of two addresses in From, neither is the sender',
    file: addressHeaders,
    original: "if (isGroup || name.includes('@')) return null",
    mutated: 'if (isGroup) return null',
    tests: [malformedTest],
  },
  {
    guarantee: 'a group is not a sender',
    file: addressHeaders,
    original: "if (isGroup || name.includes('@')) return null",
    mutated: "if (name.includes('@')) return null",
    tests: [malformedTest],
  },
  {
    guarantee: 'an address in quotes is not a recipient',
    file: addressHeaders,
    original: "value.replaceAll(quotedOrOpen, '').matchAll",
    mutated: 'value.matchAll',
    tests: [malformedTest],
  },
]
