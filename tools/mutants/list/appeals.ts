import { ignoreEachRule } from '../ignore-each-rule.ts'
import type { Mutation } from '../mutation.ts'

const finding = 'packages/services/src/pipeline/appeals/find-appeal.ts'
const granting = 'packages/services/src/pipeline/appeals/grant-appeal.ts'
const test = 'packages/services/src/pipeline/appeals/grant-appeal.db.test.ts'
const wordsTest = 'packages/services/src/pipeline/appeals/claims-acquaintance.test.ts'

/** "We've met before" lets in the person we replied to, once, and no other sender. */
export const appeals: readonly Mutation[] = [
  ...ignoreEachRule({
    guarantee: 'an appeal is refused for the reason {reason}',
    file: 'packages/domain/src/replies/appeal.ts',
    original: 'refusals.find((refusal) => ',
    mutated: "refusals.find((refusal) => refusal.reason !== '{reason}' && ",
    tests: ['packages/domain/src/replies/appeal.test.ts'],
  }),
  {
    guarantee: 'only new text counts as an appeal, not what is quoted',
    file: 'packages/services/src/pipeline/appeals/claims-acquaintance.ts',
    original: 'saysPhrase(newWords(readBody(body).text))',
    mutated: 'saysPhrase(readBody(body).text)',
    tests: [wordsTest],
  },
  {
    guarantee: 'the request in our own reply is no appeal',
    file: 'packages/domain/src/replies/override-phrase.ts',
    original: ".replaceAll(own, ' ')",
    mutated: '',
    tests: ['packages/domain/src/replies/override-phrase.test.ts', wordsTest],
  },
  {
    guarantee: '"I doubt we have met before" is no appeal',
    file: 'packages/domain/src/replies/override-phrase.ts',
    original: ' && !negation.test(words.slice(0, found.index + 1))',
    mutated: '',
    tests: ['packages/domain/src/replies/override-phrase.test.ts', wordsTest],
  },
  {
    guarantee: 'an answer to the reply of another mailbox proves nothing',
    file: 'packages/services/src/pipeline/screening/page-facts.ts',
    original:
      "from smart_replies where mailbox_id = ${place('mailboxId')}\n          and rfc_message_id",
    mutated: 'from smart_replies where rfc_message_id',
    tests: [test],
  },
  {
    guarantee: 'a bounce is recorded',
    file: finding,
    original: "set({ state: 'bounced' })",
    mutated: "set({ state: 'sent' })",
    tests: [test],
  },
  {
    guarantee: 'a bounce is no appeal',
    file: finding,
    original: 'if (isBounce(candidate.received.message)) {',
    mutated:
      'if (isBounce(candidate.received.message) && !claimsAcquaintance(candidate.received.message.body)) {',
    tests: [test],
  },
  {
    guarantee: 'an appeal is proven by DMARC',
    file: finding,
    original: 'dmarc: findDmarcResult(message, authservIds[provider])',
    mutated: "dmarc: 'pass'",
    tests: [test],
  },
  {
    guarantee: 'appeals are part of Pro',
    file: finding,
    original: '    isPro,\n',
    mutated: '    isPro: isPro || true,\n',
    tests: [test],
  },
  {
    guarantee: 'a second appeal against one reply is refused',
    file: finding,
    original: 'isRepeated: reply.isRepeated',
    mutated: 'isRepeated: false',
    tests: [test],
  },
  {
    guarantee: 'appeals are counted by user',
    file: finding,
    original: 'appealsToday: await countAppeals(db, userId, now())',
    mutated: 'appealsToday: 0',
    tests: [test],
  },
  {
    guarantee: 'an appeal is granted once',
    file: granting,
    original: 'and(eq(smartReplies.id, replyId), isNull(smartReplies.appealedAt))',
    mutated: 'eq(smartReplies.id, replyId)',
    tests: [test],
  },
  {
    guarantee: 'an appeal granted late does not overrule the user',
    file: granting,
    original: 'if ((await findReputation(tx, userId, address)) !== null) return',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'an appeal restores messages of its own user only',
    file: granting,
    original: 'inArray(decisions.mailboxId, own),',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'an appeal restores messages of its own sender only',
    file: granting,
    original: 'eq(decisions.senderAddress, address),',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'an appeal and the deletion of the user do not deadlock',
    file: granting,
    original: 'await lockUser(tx, userId)',
    mutated: '',
    tests: [test],
  },
  {
    guarantee: 'the user is told that a sender was let in',
    file: granting,
    original: 'if (restored.length > 0)',
    mutated: 'if (restored.length < 0)',
    tests: [test],
  },
]
