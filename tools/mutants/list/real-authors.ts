import type { Mutation } from '../mutation.ts'

const attributeToAuthor = 'packages/mail-text/src/contact-form/attribute-to-author.ts'
const readForm = 'packages/mail-text/src/contact-form/read-form.ts'
const formTest = 'packages/mail-text/src/contact-form/attribute-to-author.test.ts'
const screenFormTest = 'packages/services/src/pipeline/screening/contact-form.db.test.ts'
const judge = 'packages/classifier/src/judge-message.ts'
const toJudgeable = 'packages/classifier/src/model/to-judgeable.ts'
const judgeTest = 'packages/classifier/src/judge-message.test.ts'
const decide = 'packages/domain/src/screening/decide.ts'
const decideTest = 'packages/domain/src/screening/decide.test.ts'

/** Whose words are judged: a contact form's author, a new person at a known company, a bump's sender. */
export const realAuthorMutations: readonly Mutation[] = [
  {
    guarantee: 'a contact-form message is judged by its author if it is screened with others',
    file: 'packages/services/src/pipeline/screening/screen-page.ts',
    original: 'page.set(id, attributeReceived(loaded, row))',
    mutated: 'page.set(id, loaded)',
    tests: [screenFormTest],
  },
  {
    guarantee: 'a contact-form message is judged by its author if it is screened alone',
    file: 'packages/services/src/pipeline/screening/screen-message.ts',
    original: 'await loadAttributed(mailbox, row, providerMessageId)',
    mutated: 'await mailbox.loadMessage(providerMessageId)',
    tests: [screenFormTest],
  },
  {
    guarantee: 'headers about a form’s server prove nothing about the author',
    file: attributeToAuthor,
    original: "['message-id', 'date', 'cc']",
    mutated: "['message-id', 'date', 'cc', 'authentication-results', 'auto-submitted']",
    tests: [formTest],
  },
  {
    guarantee: 'a form’s author is not one of the user’s colleagues',
    file: attributeToAuthor,
    original: '!isOwnOrganisation(address, ownAddresses) &&',
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'a colleague who passes a form on by hand is its sender',
    file: attributeToAuthor,
    original: "if (sender === 'colleague') return isTwice ? typed : null",
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'a reply or a forward is not a contact-form message',
    file: attributeToAuthor,
    original:
      'replyOrForwardPrefix.test(message.subject) ||\n    listReferences(message.headers).length > 0',
    mutated: 'false',
    tests: [formTest],
  },
  {
    guarantee: 'a notification that names a person in Reply-To is not a contact-form message',
    file: attributeToAuthor,
    original: 'layout.label !== null || layout.fieldCount > 2 ? named : null',
    mutated: 'named',
    tests: [formTest],
  },
  {
    guarantee: 'a service outside the organisation must show a whole form',
    file: attributeToAuthor,
    original: "layout.hasColons && layout.label === 'message' ? typed : null",
    mutated: 'typed',
    tests: [formTest],
  },
  {
    guarantee: 'an invitation or a newsletter is not a contact-form message',
    file: attributeToAuthor,
    original: 'if (isCalendar(message) || isMailingList(message)) return message',
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'a reported contact-form message does not go to junk',
    file: 'packages/services/src/user-actions/to-target.ts',
    original: "state === 'spam' && viaContactForm ? 'set-aside' : targets[state]",
    mutated: 'targets[state]',
    tests: [screenFormTest],
  },
  {
    guarantee: 'a contact-form message is filtered only beyond doubt',
    file: 'packages/domain/src/screening/keep-rules.ts',
    original: 'viaContactForm === true && !isBeyondDoubt(verdict)',
    mutated: 'false',
    tests: ['packages/domain/src/screening/keep-rules.test.ts'],
  },
  {
    guarantee: 'a quoted or forwarded form is not a contact-form message',
    file: readForm,
    original: 'if (isQuoteStart(lines, at)) return null',
    mutated: '',
    tests: [formTest],
  },
  {
    guarantee: 'an order or a ticket is not a contact-form message',
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
    guarantee: 'a new person at a known organisation gets no reply',
    file: decide,
    original: ' && !hasWrittenToDomain',
    mutated: '',
    tests: [decideTest],
  },
  {
    guarantee: 'the classifier sees that the user has written to the domain',
    file: judge,
    original: '{ ...stranger, hasWrittenToDomain, earlierMailFromSender: earlier }',
    mutated: '{ ...stranger, earlierMailFromSender: earlier }',
    tests: [judgeTest],
  },
  {
    guarantee: 'a few words above the sender’s own quoted pitch are judged with it',
    file: toJudgeable,
    original: 'own.wordCount < minWordsToJudge && own.hasQuote && quotesItself(message, readable)',
    mutated: 'false',
    tests: [judgeTest],
  },
  {
    guarantee: 'a short reply to someone else’s message is not judged by that message',
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
