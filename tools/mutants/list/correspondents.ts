import type { Mutation } from '../mutation.ts'

const folder = 'packages/services/src/pipeline/correspondents'
const job = `${folder}/index-correspondents.ts`
const add = `${folder}/add-sent.ts`
const consult = `${folder}/consult-index.ts`
const follow = `${folder}/follow-sent.ts`
const lock = `${folder}/lock-index.ts`
const indexTest = `${folder}/index-correspondents.db.test.ts`
const followTest = `${folder}/follow-sent.db.test.ts`
const consultTest = `${folder}/consult-index.db.test.ts`
const keyTest = `${folder}/hash-key.db.test.ts`
const facts = 'packages/services/src/pipeline/screening/gather-facts.ts'
const judge = 'packages/services/src/pipeline/screening/judge.ts'
const screenTest = 'packages/services/src/pipeline/screening/screen-message.db.test.ts'

/** The index of correspondents: no address is missing, and none is in it by mistake. */
export const correspondentMutations: readonly Mutation[] = [
  {
    guarantee: 'a smart response that Gmail sent with another Message-ID is no message of the user',
    file: add,
    original: '.filter(({ claimId }) => claimId === null)',
    mutated: '',
    tests: [followTest],
  },
  {
    guarantee: 'an answer to a smart response is recognised if we could not read what was sent',
    file: add,
    original: 'await storeMessageIds(tx, mailbox, messages)',
    mutated: '',
    tests: [followTest],
  },
  {
    guarantee: 'a header in a sent message changes no smart response of another mailbox',
    file: add,
    original: '${smartReplies.mailboxId} = ${mailboxId} and ',
    mutated: '',
    tests: [followTest],
  },
  {
    guarantee: 'a page that was read before a restart is not stored after it',
    file: job,
    original: 'row.restartCount === read.restartCount &&',
    mutated: '',
    tests: [indexTest],
  },
  {
    guarantee: 'two jobs do not store the same page',
    file: job,
    original: 'row.nextPage === read.nextPage &&',
    mutated: '',
    tests: [indexTest],
  },
  {
    guarantee: 'nothing is stored for a mailbox that was paused or disconnected meanwhile',
    file: job,
    original: 'if (!(await lockOpenMailbox(tx, mailbox.id))) return false',
    mutated: '',
    tests: [indexTest],
  },
  {
    guarantee: 'a message that is read twice counts once',
    file: add,
    original: '.filter(([key]) => isNew.has(key))',
    mutated: '',
    tests: [indexTest],
  },
  {
    guarantee: 'replies that Doorman sent do not enter the index',
    file: add,
    original: '!ownReplies.has(rfcMessageId)',
    mutated: 'true',
    tests: [followTest],
  },
  {
    guarantee: 'an index that is restarted twice still reads what it missed at first',
    file: follow,
    original: 'row.completedAt === null ? row.readsSince : dayBefore',
    mutated: 'dayBefore',
    tests: [followTest],
  },
  {
    guarantee: 'a reading that has begun goes on after a lost cursor',
    file: follow,
    original: 'row.completedAt === null && row.nextPage !== null',
    mutated: 'false',
    tests: [followTest],
  },
  {
    guarantee: 'a second reading finds what a sync missed during the first',
    file: job,
    original: 'if (readAgainSince === null) return { completedAt: now }',
    mutated: 'return { completedAt: now }',
    tests: [followTest],
  },
  {
    guarantee: 'an index whose key no longer opens is emptied',
    file: lock,
    original: 'await tx.delete(correspondents).where(eq(correspondents.mailboxId, mailboxId))',
    mutated: '',
    tests: [keyTest],
  },
  {
    guarantee: 'hashes of an old key do not make a friend a stranger',
    file: consult,
    original: " and restart_count = ${place('restartCount')}",
    mutated: '',
    tests: [consultTest],
  },
  {
    guarantee: 'an unreliable search does not make the sender a stranger',
    file: facts,
    original: "if (found === 'unknown') isInDoubt = true",
    mutated: '',
    tests: [screenTest],
  },
  {
    guarantee:
      'while the index is incomplete, a message is not filtered because of its sender alone',
    file: judge,
    original: "if (decision.outcome !== 'keep' && isInDoubt()) return 'index-incomplete'",
    mutated: '',
    tests: [screenTest],
  },
  {
    guarantee: 'while a sender is in doubt, the classifier is not asked',
    file: judge,
    original: 'if (isInDoubt()) throw new InDoubt()',
    mutated: '',
    tests: [screenTest],
  },
  {
    guarantee: 'a rotation of hash keys does not deadlock with the deletion of a user',
    file: 'packages/services/src/pipeline/correspondents/rotate-hash-keys.ts',
    original: "\n    .for('key share', { of: mailboxes })",
    mutated: '',
    tests: ['packages/services/src/pipeline/correspondents/upkeep.db.test.ts'],
  },
]
