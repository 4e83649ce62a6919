import type { Mutation } from '../mutation.ts'

const markdown = 'packages/services/src/blog/render-markdown.ts'
const markdownTest = 'packages/services/src/blog/render-markdown.test.ts'
const snippet = 'packages/services/src/tracking/sanitise-snippet.ts'
const snippetTest = 'packages/services/src/tracking/sanitise-snippet.test.ts'
const fetch = 'packages/mail/src/http/limited-fetch.ts'
const fetchTest = 'packages/mail/src/http/limited-fetch.test.ts'
const retry = 'packages/mail/src/http/retry.ts'
const retryTest = 'packages/mail/src/http/retry.test.ts'
const graph = 'packages/mail/src/microsoft/graph/graph.ts'
const pictures = 'packages/runtime/src/pictures/create-pictures.ts'
const picturesTest = 'packages/runtime/src/pictures/create-pictures.test.ts'
const strangers = 'packages/notify/src/strangers-text.ts'
const strangersTest = 'packages/notify/src/strangers-text.hostile.test.ts'
const smtp = 'packages/notify/src/smtp.ts'
const smtpTest = 'packages/notify/src/smtp.test.ts'

/** Text, pictures and answers of strangers: sanitised, escaped, bounded, never followed. */
export const hostileContent: readonly Mutation[] = [
  {
    guarantee: 'Markdown is sanitised',
    file: markdown,
    original: '.use(rehypeSanitize, allowed)',
    mutated: '',
    tests: [markdownTest],
  },
  {
    guarantee: 'an article shows pictures of our own only',
    file: markdown,
    original: "['src', /^\\/media\\/[\\w-]+\\/[\\w-]+\\.\\w+$/]",
    mutated: "'src'",
    tests: [markdownTest],
  },
  {
    guarantee: 'headings do not use an id of the page',
    file: markdown,
    original: "{ prefix: 'section-' }",
    mutated: "{ prefix: '' }",
    tests: [markdownTest],
  },
  {
    guarantee: 'a tracking snippet is sanitised',
    file: snippet,
    original: '.use(rehypeSanitize, allowed)',
    mutated: '',
    tests: [snippetTest],
  },
  {
    guarantee: 'a tracking snippet loads over https',
    file: snippet,
    original: "protocols: { src: ['https'] },",
    mutated: '',
    tests: [snippetTest],
  },
  {
    guarantee: 'a provider cannot redirect a request with its token',
    file: fetch,
    original: "redirect: 'manual',",
    mutated: "redirect: 'follow',",
    tests: [fetchTest],
  },
  {
    guarantee: 'a redirect is a failure',
    file: fetch,
    original: "if (status >= 300 && status < 400) throw new MailError('unavailable', 'redirected')",
    mutated: '',
    tests: [fetchTest],
  },
  {
    guarantee: 'a write that may have happened is in doubt',
    file: fetch,
    original: "isWrite && !connectErrors.has(code ?? '')",
    mutated: 'false',
    tests: [fetchTest],
  },
  {
    guarantee: 'a provider cannot expand a small answer without limit',
    file: 'packages/mail/src/http/keep-alive-fetch.ts',
    original: "if (encoding !== 'identity')",
    mutated: 'if (false)',
    tests: ['packages/mail/src/http/keep-alive-fetch.test.ts'],
  },
  {
    guarantee: 'a call in doubt is repeated only if its effect can be looked for',
    file: retry,
    original: 'isTooLate || signal.aborted || (isInDoubt && !readBack)',
    mutated: 'isTooLate || signal.aborted',
    tests: [retryTest],
  },
  {
    guarantee: 'a call in doubt that happened is not repeated',
    file: retry,
    original: 'isInDoubt && readBack ? await readBack() : null',
    mutated: 'null',
    tests: [retryTest],
  },
  {
    guarantee: 'a retry waits as long as the provider says',
    file: retry,
    original: 'return (retryAfterMs ?? 0) + backoffMs',
    mutated: 'return backoffMs',
    tests: [retryTest],
  },
  {
    guarantee: 'a call ends after its time',
    file: 'packages/mail/src/http/call-timeout.ts',
    original: 'Promise.race([run(controller.signal), timeout.promise])',
    mutated: 'run(controller.signal)',
    tests: [fetchTest, 'packages/mail/src/gmail/gmail-mailbox.test.ts'],
  },
  {
    guarantee: 'a Graph link to another host is refused',
    file: graph,
    original: "if (!href.startsWith(baseUrl)) throw new MailError('unavailable', 'foreign-link')",
    mutated: '',
    tests: ['packages/mail/src/microsoft/graph/graph.test.ts'],
  },
  {
    guarantee: 'a quote in an address does not end the search of Gmail',
    file: 'packages/mail/src/gmail/search/search-query.ts',
    original: '/["\\p{C}\\s]+/gu',
    mutated: '/[\\p{C}\\s]+/gu',
    tests: ['packages/mail/src/gmail/search/search-query.test.ts'],
  },
  {
    guarantee: 'a Message-ID does not change the search of Gmail',
    file: 'packages/mail/src/gmail/search/search-query.ts',
    original: "const plainId = /^<([\\w.!#$%&'*+/=?^`~@-]{1,250})>$/",
    mutated: 'const plainId = /^<(.+)>$/',
    tests: ['packages/mail/src/gmail/search/search-query.test.ts'],
  },
  {
    guarantee: 'an apostrophe does not end a filter of Microsoft',
    file: 'packages/mail/src/microsoft/graph/filter.ts',
    original: `text.replaceAll("'", "''")`,
    mutated: 'text',
    tests: ['packages/mail/src/microsoft/graph/filter.test.ts'],
  },
  {
    guarantee: 'a picture has a bounded number of pixels',
    file: pictures,
    original: 'limitInputPixels: maxPixels',
    mutated: 'limitInputPixels: false',
    tests: [picturesTest],
  },
  {
    guarantee: 'an SVG is no picture',
    file: pictures,
    original: 'if (!acceptedFormats.includes((await picture.metadata()).format))',
    mutated: 'if (!(await picture.metadata()).format)',
    tests: [picturesTest, 'apps/api/src/routes/content.db.test.ts'],
  },
  {
    guarantee: 'the description of a picture cannot break out of its Markdown',
    file: 'packages/services/src/blog/add-image.ts',
    original: ".replaceAll(/[\\p{Cc}[\\]\\\\]/gu, ' ')",
    mutated: '',
    tests: ['apps/api/src/routes/content.db.test.ts'],
  },
  {
    guarantee: 'a search for % is a search for %',
    file: 'packages/services/src/filtered-emails/search-condition.ts',
    original: "text.replace(/[\\\\%_]/g, '\\\\$&')",
    mutated: 'text',
    tests: ['packages/services/src/filtered-emails/list-filtered-emails.db.test.ts'],
  },
  {
    guarantee: 'inline scripts run by nonce only',
    file: 'apps/api/src/http/security-headers.ts',
    original: "toPolicy([`'nonce-${nonce}'`], isDev, trackers)",
    mutated: 'toPolicy(["\'unsafe-inline\'"], isDev, trackers)',
    tests: ['apps/api/src/tests/access.db.test.ts'],
  },
  {
    guarantee: 'the product is not framed',
    file: 'apps/api/src/http/security-headers.ts',
    original: "'x-frame-options': 'DENY',",
    mutated: '',
    tests: ['apps/api/src/tests/access.db.test.ts'],
  },
  {
    guarantee: 'words of a stranger do not become a link in our emails',
    file: strangers,
    original: 'shown.replace(linkParts, zeroWidthNonJoiner)',
    mutated: 'shown',
    tests: [strangersTest, 'packages/notify/src/render.hostile.test.ts'],
  },
  {
    guarantee: 'words of a stranger are one line in our emails',
    file: strangers,
    original: "cleanLine(text.replace(stackedMarks, '$1'), maxChars + 2)",
    mutated: 'truncate(text, maxChars + 2)',
    tests: [strangersTest, 'packages/notify/src/render.hostile.test.ts'],
  },
  {
    guarantee: 'an address cannot add a header or a recipient to our emails',
    file: smtp,
    original: "hasUnsafeCharacter(to + (replyTo ?? ''))",
    mutated: "hasUnsafeCharacter('')",
    tests: [smtpTest],
  },
]
