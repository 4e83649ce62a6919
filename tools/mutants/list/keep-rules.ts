import { ignoreEachRule } from '../ignore-each-rule.ts'
import type { Mutation } from '../mutation.ts'

const rules = 'packages/domain/src/screening/keep-rules.ts'
const rulesTest = 'packages/domain/src/screening/keep-rules.test.ts'
const facts = 'packages/services/src/pipeline/screening/gather-facts.ts'
const preferences = 'packages/services/src/pipeline/screening/preferences.ts'
const screenTest = 'packages/services/src/pipeline/screening/screen-message.db.test.ts'
const dmarc = 'packages/domain/src/mail/authentication-results.ts'
const dmarcTest = 'packages/domain/src/mail/authentication-results.test.ts'

/** Doubt keeps a message, and so does everything that makes its sender no stranger. */
export const keepRuleMutations: readonly Mutation[] = [
  ...ignoreEachRule(
    {
      guarantee: 'a message is kept for the reason {reason}',
      file: rules,
      original: 'rule.needs !== null &&',
      mutated: "rule.needs !== null && rule.reason !== '{reason}' &&",
      tests: [rulesTest],
    },
    ({ text }) => /stage: '(?!failure|verdict)/.test(text),
  ),
  ...ignoreEachRule(
    {
      guarantee: 'a message is kept after its verdict for the reason {reason}',
      file: rules,
      original: 'rows.find((rule) => ',
      mutated: "rows.find((rule) => rule.reason !== '{reason}' && ",
      tests: [rulesTest],
    },
    ({ text }) => text.includes("stage: 'verdict'"),
  ),
  {
    guarantee: 'a blocked sender stays blocked even if the user once wrote to them',
    file: rules,
    original: "if (reputation === 'blocked' && !outweighs.includes('blocked-sender')) return false",
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'a failed lookup of sent messages does not make the sender a stranger',
    file: facts,
    original: 'const found = await mailbox.hasUserSent(query)',
    mutated: 'const found = await mailbox.hasUserSent(query).catch(() => false)',
    tests: [screenTest],
  },
  {
    guarantee: 'knowing one person at a freemail provider says nothing about the others',
    file: 'packages/domain/src/screening/correspondents.ts',
    original: 'return isFreemail(domain) ? null : domain',
    mutated: 'return domain',
    tests: ['packages/domain/src/screening/correspondents.test.ts', screenTest],
  },
  {
    guarantee: 'colleagues at a freemail provider are no organisation',
    file: 'packages/domain/src/mail/organisation.ts',
    original: 'if (domain === null || isFreemail(domain)) return null',
    mutated: 'if (domain === null) return null',
    tests: ['packages/domain/src/mail/organisation.test.ts'],
  },
  {
    guarantee: 'aliases are own addresses',
    file: facts,
    original: '[row.address, ...row.ownAddresses]',
    mutated: '[row.address]',
    tests: [screenTest],
  },
  {
    guarantee: 'a reply to the user is recognised by its references',
    file: facts,
    original: '({ answersTheUser }) => answersTheUser',
    mutated: '() => false',
    tests: [screenTest],
  },
  {
    guarantee: 'a whitelisted domain has to be proven',
    file: 'packages/domain/src/screening/whitelist.ts',
    original: "dmarc === 'pass' && ",
    mutated: '',
    tests: ['packages/domain/src/screening/whitelist.test.ts'],
  },
  {
    guarantee: 'the whitelist of another user keeps nothing',
    file: 'packages/services/src/pipeline/screening/page-facts.ts',
    original: "from whitelist_domains where user_id = ${place('userId')}\n        and domain",
    mutated: 'from whitelist_domains where domain',
    tests: [screenTest],
  },
  {
    guarantee: 'only what the provider wrote counts as an authentication result',
    file: dmarc,
    original: 'if (authservIds.includes(results.authservId)) return',
    mutated: 'return',
    tests: [dmarcTest],
  },
  {
    guarantee: 'DMARC is aligned with the sender who is shown',
    file: dmarc,
    original: "registeredDomain(domain) === registeredDomain(sender) ? 'pass' : 'fail'",
    mutated: "'pass'",
    tests: [dmarcTest],
  },
  {
    guarantee: 'two different DMARC results prove nothing',
    file: dmarc,
    original: "found.has('pass') && found.size === 1",
    mutated: "found.has('pass')",
    tests: [dmarcTest],
  },
  {
    guarantee: 'an ambiguous header.from proves nothing',
    file: dmarc,
    original: 'checked?.isClear && !another',
    mutated: 'checked',
    tests: [dmarcTest],
  },
  {
    guarantee: 'a mailbox that only observes filters nothing',
    file: preferences,
    original: "mode: isObserveOnly ? 'observe' : 'filter'",
    mutated: "mode: 'filter'",
    tests: [screenTest],
  },
  {
    guarantee: 'a kind of message that the user chose to receive is kept',
    file: preferences,
    original: 'if (!hasPro || row.filterRecruiters)',
    mutated: 'if (row)',
    tests: [screenTest],
  },
  {
    guarantee: 'a follow-up to a restored message is not filtered with it',
    file: 'packages/services/src/pipeline/screening/is-follow-up.ts',
    original: "if (earlier.some(({ state }) => state === 'restored')) return false",
    mutated: '',
    tests: [screenTest],
  },
  {
    guarantee: 'an answer to our own reply is judged on its own',
    file: 'packages/services/src/pipeline/screening/is-follow-up.ts',
    original: ' && !mayAnswerOurReply(message, earlier)',
    mutated: '',
    tests: [screenTest],
  },
]
