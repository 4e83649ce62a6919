import type { Mutation } from '../mutation.ts'

const byAuthor = 'packages/mail-text/src/contact-form/by-author.ts'
const readForm = 'packages/mail-text/src/contact-form/read-form.ts'
const formTest = 'packages/mail-text/src/contact-form/by-author.test.ts'
const screenFormTest = 'packages/services/src/pipeline/screening/contact-form.db.test.ts'
const judge = 'packages/classifier/src/judge-message.ts'
const toJudgeable = 'packages/classifier/src/model/to-judgeable.ts'
const judgeTest = 'packages/classifier/src/judge-message.test.ts'
const decide = 'packages/domain/src/screening/decide.ts'
const decideTest = 'packages/domain/src/screening/decide.test.ts'

/** Whose words are judged: a form's author, someone new at a known company, a reminder's sender. */
export const realAuthorMutations: readonly Mutation[] = [
  {
    guarantee: 'a message of a contact form is judged by its author, screened with others',
    file: 'packages/services/src/pipeline/screening/screen-page.ts',
    original: 'page.set(id, toAuthored(loaded, row))',
    mutated: 'page.set(id, loaded)',
    tests: [screenFormTest],
  },
  {
    guarantee: 'a message of a contact form is judged by its author, screened alone',
    file: 'packages/services/src/pipeline/screening/screen-message.ts',
    original: 'await loadByAuthor(mailbox, row, providerMessageId)',
    mutated: 'await mailbox.loadMessage(providerMessageId)',
    tests: [screenFormTest],
  },
  {
    guarantee: 'the headers of a form’s program prove nothing about the author',
    file: byAuthor,
    original: "['message-id', 'date', 'cc']",
    mutated: "['message-id', 'date', 'cc', 'authentication-results', 'auto-submitted']",
    tests: [formTest],
  },
  {
    guarantee: 'a form’s author is not one of the user’s colleagues',
    file: byAuthor,
    original: '!isOwnOrganisation(address, ownAddresses) &&',
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'a colleague who passes a form on by hand is its sender',
    file: byAuthor,
    original: "if (sender === 'colleague') return isTwice ? typed : null",
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'an answer or a forward is not a message of a form',
    file: byAuthor,
    original:
      '!sender || isAnswer.test(message.subject) || listReferences(message.headers).length > 0',
    mutated: '!sender',
    tests: [formTest],
  },
  {
    guarantee: 'a notification that names a person in Reply-To is not a message of a form',
    file: byAuthor,
    original: 'layout.label !== null || layout.fieldCount > 2 ? named : null',
    mutated: 'named',
    tests: [formTest],
  },
  {
    guarantee: 'a service outside the organisation must show a whole form',
    file: byAuthor,
    original: "layout.hasColons && layout.label === 'message' ? typed : null",
    mutated: 'typed',
    tests: [formTest],
  },
  {
    guarantee: 'an invitation or a newsletter is not a message of a form',
    file: byAuthor,
    original: 'if (isCalendar(message) || isMailingList(message)) return message',
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'a reported message of a form does not go to junk',
    file: 'packages/services/src/user-actions/to-target.ts',
    original: "state === 'spam' && viaContactForm ? 'set-aside' : targets[state]",
    mutated: 'targets[state]',
    tests: [screenFormTest],
  },
  {
    guarantee: 'a message of a form is filtered only beyond doubt',
    file: 'packages/domain/src/screening/keep-rules.ts',
    original: 'viaContactForm === true && !isBeyondDoubt(verdict)',
    mutated: 'false',
    tests: ['packages/domain/src/screening/keep-rules.test.ts'],
  },
  {
    guarantee: 'a quoted or forwarded form is not a message of a form',
    file: readForm,
    original: 'if (isQuoteStart(lines, at)) return null',
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'an order or a ticket is not a message of a form',
    file: readForm,
    original: "kind === 'record' || ",
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'an address that was typed into a form gets no reply: the decision forbids it',
    file: decide,
    original: ' && !viaContactForm && ',
    mutated: ' && ',
    tests: [decideTest],
  },
  {
    guarantee: 'someone new at a known organisation gets no reply',
    file: decide,
    original: ' && !hasWrittenToDomain',
    mutated: '',
    tests: [decideTest],
  },
  {
    guarantee: 'the classifier learns that the user has written to the domain',
    file: judge,
    original: '{ ...stranger, hasWrittenToDomain, earlierMailFromSender: earlier }',
    mutated: '{ ...stranger, earlierMailFromSender: earlier }',
    tests: [judgeTest],
  },
  {
    guarantee: 'a few words below a pitch of the sender are judged with it',
    file: toJudgeable,
    original: 'own.wordCount < minWordsToJudge && own.hasQuote && quotesItself(message, readable)',
    mutated: 'false',
    tests: [judgeTest],
  },
  {
    guarantee: 'a short answer to someone else’s message is not judged by that message',
    file: toJudgeable,
    original: ' && own.hasQuote && quotesItself(message, readable)',
    mutated: ' && own.hasQuote',
    tests: [judgeTest],
  },
  {
    guarantee: 'a quote belongs to the sender by address, if it names one',
    file: toJudgeable,
    original: 'return addresses.length > 0',
    mutated: 'return false',
    tests: [judgeTest],
  },
]
