import type { Mutation } from '../mutation.ts'

const folder = 'apps/api/src/pages/shared'
const wholeTest = `${folder}/shared-pages.db.test.ts`

/** Public pages that are cached for all visitors, and responses that never are. */
export const sharedPages: readonly Mutation[] = [
  {
    guarantee: 'a kept page is sent under our own host only',
    file: `${folder}/answer-kept-pages.ts`,
    original: 'headers.host === ownHost && host === ownHost',
    mutated: 'host === ownHost',
    tests: [`${folder}/answer-kept-pages.db.test.ts`],
  },
  {
    guarantee: 'a visitor who consented gets the tracking codes, whatever is kept',
    file: `${folder}/answer-kept-pages.ts`,
    original: '!marketing || marketing.codes',
    mutated: '!marketing',
    tests: [`${folder}/answer-kept-pages.db.test.ts`],
  },
  {
    guarantee: 'a kept page has the security headers of every response',
    file: `${folder}/kept-page.ts`,
    original: '...commonSecurityHeaders(isSecure),',
    mutated: '',
    tests: [`${folder}/answer-kept-pages.db.test.ts`],
  },
  {
    guarantee: 'a kept page is sent with one Cache-Control header',
    file: `${folder}/kept-page.ts`,
    original: '...withoutCaching(headers),',
    mutated: '...Object.fromEntries(headers),',
    tests: [`${folder}/answer-kept-pages.db.test.ts`],
  },
  {
    guarantee: 'a visitor with a session never gets a shared page',
    file: `${folder}/shared-pages.ts`,
    original: 'if (headers.cookie?.includes(sessionCookieName)) return null',
    mutated: '',
    tests: [wholeTest],
  },
  {
    guarantee: 'a page with the consent bar is kept apart',
    file: `${folder}/shared-pages.ts`,
    original: 'asksConsent ? `${address} with the consent bar` : address',
    mutated: 'address',
    tests: [wholeTest],
  },
  {
    guarantee: 'a kept page ends when the next scheduled article appears',
    file: `${folder}/shared-pages.ts`,
    original: 'next?.getTime() ?? Infinity',
    mutated: 'Infinity',
    tests: [wholeTest],
  },
  {
    guarantee: 'a page that was rendered before a change is not kept',
    file: `${folder}/page-memory.ts`,
    original: '&& version === since',
    mutated: '',
    tests: [`${folder}/page-memory.test.ts`],
  },
  {
    guarantee: 'later requests do not wait for a page of before the change',
    file: `${folder}/page-memory.ts`,
    original: 'rendering.clear()',
    mutated: '',
    tests: [`${folder}/page-memory.test.ts`],
  },
  {
    guarantee: 'a page that sets a cookie is not kept',
    file: `${folder}/kept-page.ts`,
    original: "!headers.has('set-cookie') && ",
    mutated: '',
    tests: [`${folder}/kept-page.test.ts`],
  },
  {
    guarantee: 'only scripts with the nonce are allowed by hash',
    file: `${folder}/hash-scripts.ts`,
    original: ".filter(([, attributes = '']) => attributes.includes(mark))",
    mutated: '',
    tests: [`${folder}/hash-scripts.test.ts`],
  },
  {
    guarantee: 'made-up addresses displace no real page',
    file: `${folder}/page-memory.ts`,
    original: 'page.status === 404 ? [missing, existing] : [existing, missing]',
    mutated: '[existing, missing]',
    tests: [`${folder}/page-memory.test.ts`],
  },
]
