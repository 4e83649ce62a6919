import type { Mutation } from '../mutation.ts'

const redact = 'packages/domain/src/redaction/redact.ts'
const hostileTest = 'packages/domain/src/redaction/redact.hostile.test.ts'
const logger = 'packages/runtime/src/logger.ts'
const loggerTest = 'packages/runtime/src/logger.test.ts'
const prompt = 'packages/classifier/src/language-model/prompt.ts'
const promptTest = 'packages/classifier/src/language-model/prompt.test.ts'
const answer = 'packages/classifier/src/language-model/answer.ts'
const answerTest = 'packages/classifier/src/language-model/answer.test.ts'
const model = 'packages/classifier/src/language-model/language-model.ts'
const modelTest = 'packages/classifier/src/language-model/language-model.test.ts'
const retention = 'packages/classifier/src/language-model/retention.ts'
const retentionTest = 'packages/classifier/src/language-model/retention.test.ts'
const budget = 'packages/classifier/src/language-model/budget.ts'
const budgetTest = 'packages/classifier/src/language-model/budget.test.ts'
const cascadeTest = 'packages/classifier/src/cascade.test.ts'
const preferences = 'packages/services/src/pipeline/screening/preferences.ts'
const screenTest = 'packages/services/src/pipeline/screening/screen-message.db.test.ts'

const redaction = 'packages/domain/src/redaction'
/** One mutation per step: what it finds is not masked. */
const redactionSteps = [
  ['urls', 'findUrls', 'urls/urls.test.ts'],
  ['emails', 'findEmails', 'emails/emails.test.ts'],
  ['emails', 'findObfuscatedEmails', 'emails/emails.test.ts'],
  ['urls', 'findBareDomains', 'urls/urls.test.ts'],
  ['phones', 'findInternationalPhones', 'phones/phones.test.ts'],
  ['amounts', 'findAmounts', 'amounts/amounts.test.ts'],
  ['amounts', 'findSpelledAmounts', 'amounts/amounts.test.ts'],
  ['ipAddresses', 'findIpAddresses', 'urls/ip-addresses.test.ts'],
  ['accountNumbers', 'findAccountNumbers', 'numbers/bank-numbers.test.ts'],
  ['phones', 'findNationalPhones', 'phones/phones.test.ts'],
] as const

/** What leaves the mailbox: redacted text to one model, ids and codes to logs. */
export const privacy: readonly Mutation[] = [
  ...redactionSteps.map(([kind, find, test]): Mutation => ({
    guarantee: `${find} masks ${kind}`,
    file: redact,
    original: `{ kind: '${kind}', find: ${find} },`,
    mutated: '',
    tests: [`${redaction}/${test}`],
  })),
  {
    guarantee: 'invisible characters do not hide a number',
    file: redact,
    original: "toLegible(text, round % 2 === 0 ? '' : ' ')",
    mutated: "toLegible(text, ' ')",
    tests: [hostileTest],
  },
  {
    guarantee: 'Pro has full redaction',
    file: preferences,
    original: "redaction: hasPro ? 'full' : 'basic'",
    mutated: "redaction: 'basic'",
    tests: [screenTest, 'system/language-model.db.test.ts'],
  },
  {
    guarantee: 'mail of the free plan does not reach the language model',
    file: 'packages/services/src/pipeline/screening/screen-page.ts',
    original: 'return preferences.isPro ? ctx.cascadeFor(row.userId) : ctx.classifier',
    mutated: 'return ctx.cascadeFor(row.userId)',
    tests: [
      screenTest,
      'packages/services/src/pipeline/sync/quick-way.db.test.ts',
      'system/language-model.db.test.ts',
    ],
  },
  {
    guarantee: 'the subject is redacted too',
    file: 'packages/classifier/src/model/to-judgeable.ts',
    original: 'subject: subject.text,',
    mutated: 'subject: shortSubject as RedactedText,',
    tests: ['packages/classifier/src/judge-message.test.ts'],
  },
  {
    guarantee: 'a message cannot close the tag around it',
    file: prompt,
    original: ".replaceAll('<', '‹')",
    mutated: '',
    tests: [promptTest],
  },
  {
    guarantee: 'the tag around a message has a code that its sender cannot know',
    file: prompt,
    original: 'const tag = `mail-${toCode(message)}`',
    mutated: "const tag = 'mail'",
    tests: [promptTest],
  },
  {
    guarantee: 'invisible text does not reach the model',
    file: prompt,
    original:
      ".replace(/(?![\\n\\t])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800]/gu, '')",
    mutated: '',
    tests: [promptTest],
  },
  {
    guarantee: 'the answer of the model is closed: no more fields',
    file: answer,
    original: 'z.strictObject(',
    mutated: 'z.object(',
    tests: [answerTest],
  },
  {
    guarantee: 'an answer that contradicts its own reason is refused',
    file: answer,
    original: ' && isColdReason(parsed.data) === parsed.data.cold',
    mutated: '',
    tests: [answerTest],
  },
  {
    guarantee: 'a long answer is refused',
    file: answer,
    original: 'if (text.length > maxAnswerChars) return null',
    mutated: '',
    tests: [answerTest],
  },
  {
    guarantee: 'the model is never certain enough for a reply',
    file: answer,
    original: 'Math.min(Math.max(answer.confidence, filter), certain - marginBelowCertain)',
    mutated: 'Math.max(answer.confidence, filter)',
    tests: [answerTest, cascadeTest],
  },
  {
    guarantee: 'an unsure model changes nothing',
    file: answer,
    original: 'if (answer.confidence < minColdConfidence) return local',
    mutated: '',
    tests: [answerTest, cascadeTest],
  },
  {
    guarantee: 'a model that fails leaves the local verdict',
    file: 'packages/classifier/src/cascade.ts',
    original: "outcome.kind === 'failed' ? verdict : ",
    mutated: "outcome.kind === 'failed' ? { ...verdict, score: 1 } : ",
    tests: [cascadeTest],
  },
  {
    guarantee: 'the model is not asked over budget',
    file: 'packages/classifier/src/cascade.ts',
    original: "if (reservation === 'over-budget') return verdict",
    mutated:
      "if (reservation === 'over-budget') return toVerdict((await languageModel.ask(message) as never)['answer'], verdict)",
    tests: [cascadeTest],
  },
  {
    guarantee: 'the budget of a user holds',
    file: budget,
    original: 'fits(next.user, limits.user) && ',
    mutated: '',
    tests: [budgetTest],
  },
  {
    guarantee: 'the budget of all users holds',
    file: budget,
    original: ' && fits(next.all, limits.all)',
    mutated: '',
    tests: [budgetTest],
  },
  {
    guarantee: 'two calls do not pass the budget together',
    file: 'packages/runtime/src/language-model/usage-counter.ts',
    original: ".from(modelUsage).where(isDay).for('update')",
    mutated: '.from(modelUsage).where(isDay)',
    tests: ['packages/runtime/src/language-model/usage-counter.db.test.ts'],
  },
  {
    guarantee: 'an answer of another model is refused',
    file: model,
    original: 'isSameModel(model, response.modelId) ? findAnswer(text) : null',
    mutated: 'findAnswer(text)',
    tests: [modelTest],
  },
  {
    guarantee: 'the model’s endpoint cannot redirect the message',
    file: 'packages/classifier/src/language-model/limited-fetch.ts',
    original: "redirect: 'error'",
    mutated: "redirect: 'follow'",
    tests: [modelTest],
  },
  {
    guarantee: 'a huge answer is not read',
    file: 'packages/classifier/src/language-model/limited-fetch.ts',
    original: 'if (sizeBytes > maxBytes) {',
    mutated: 'if (sizeBytes > maxBytes * 1_000) {',
    tests: [modelTest],
  },
  {
    guarantee: 'OpenAI is told to store nothing',
    file: model,
    original: 'openai: { store: false },',
    mutated: '',
    tests: [modelTest],
  },
  {
    guarantee: 'a hosted model needs evidence that it retains nothing',
    file: retention,
    original: "if (evidence === null || evidence.statement.trim() === '')",
    mutated: 'if (evidence === null)',
    tests: [retentionTest],
  },
  {
    guarantee: 'evidence from the future is refused',
    file: retention,
    original:
      "if (recordedOn > today.getTime()) return 'the evidence of zero retention is dated in the future.'",
    mutated: '',
    tests: [retentionTest],
  },
  {
    guarantee: 'logs carry known fields only',
    file: logger,
    original: 'if (allowedFields.has(name)) ',
    mutated: '',
    tests: [loggerTest],
  },
  {
    guarantee: 'logs carry no message of an error',
    file: logger,
    original: 'type: error.name,',
    mutated: 'type: `${error.name}: ${error.message}`,',
    tests: [loggerTest],
  },
  {
    guarantee: 'a child logger carries known fields only',
    file: logger,
    original: 'makeChild.call(this, pickAllowed(bindings), options ?? {})',
    mutated: 'makeChild.call(this, bindings, options ?? {})',
    tests: [loggerTest],
  },
  {
    guarantee: 'a stack is logged without its message',
    file: logger,
    original: '.slice(stack.indexOf(message) + message.length)\n',
    mutated: '',
    tests: [loggerTest],
  },
  {
    guarantee: 'a failed job stores no text of its error',
    file: 'packages/runtime/src/jobs/end-attempt.ts',
    original: 'await boss.fail(job.queueName, job, { failure })',
    mutated: 'await boss.fail(job.queueName, job, { failure, text: new Error().stack })',
    tests: ['packages/runtime/src/jobs/job-queue.db.test.ts'],
  },
]
