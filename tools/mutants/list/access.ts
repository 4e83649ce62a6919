import type { Mutation } from '../mutation.ts'

const app = 'apps/api/src/create-app.ts'
const accessTest = 'apps/api/src/tests/access.db.test.ts'
const foreignTest = 'apps/api/src/tests/foreign-ids.db.test.ts'
const origin = 'apps/api/src/http/same-origin.ts'
const originTest = 'apps/api/src/http/same-origin.db.test.ts'
const filtered = 'packages/services/src/filtered-emails/filtered-emails.ts'
const settings = 'packages/services/src/filter-settings'
const settingsTest = 'packages/services/src/filter-settings/filter-settings.db.test.ts'
const firstDataTest = 'apps/web/app/lib/first-data/first-data.test.ts'
const dashboardTest = 'packages/services/src/dashboard/dashboard.db.test.ts'

/** Who may call what, and on whose rows. */
export const access: readonly Mutation[] = [
  {
    guarantee: 'a stranger is asked to sign in',
    file: app,
    original:
      "if (!actor) throw new AppError('unauthenticated', 'Please sign in.')\n        request.actor = actor",
    mutated: 'request.actor = actor as never',
    tests: [accessTest],
  },
  {
    guarantee: 'admin routes are closed to ordinary users',
    file: 'packages/services/src/users/require-admin.ts',
    original: "user?.role !== 'admin' || ",
    mutated: '',
    tests: [accessTest],
  },
  {
    guarantee: 'pictures are uploaded by admins only',
    file: app,
    original:
      'await admin.register(async (uploads) => pictureUploadRoutes(uploads, ctx))\n      })',
    mutated:
      '})\n      await signedIn.register(async (uploads) => pictureUploadRoutes(uploads, ctx))',
    tests: [accessTest],
  },
  {
    guarantee: 'another site cannot change anything',
    file: app,
    original: 'refuseCrossSiteChanges(api',
    mutated: 'void (api',
    tests: [originTest, accessTest],
  },
  {
    guarantee: 'another host of the same site cannot change anything',
    file: origin,
    original: "const isSameSite = site === 'same-origin' || site === 'none'",
    mutated: "const isSameSite = site !== 'cross-site'",
    tests: [originTest],
  },
  {
    guarantee: 'a foreign origin cannot change anything, even if it counts as the same site',
    file: origin,
    original: ' || (asked !== undefined && !isOurs(asked, request))',
    mutated: '',
    tests: [originTest],
  },
  {
    guarantee: 'a foreign name that points to this machine does not reach the demo',
    file: origin,
    original: "if (!isLoopback((headers.host ?? '').replace(/:\\d*$/, '')))",
    mutated: 'if (!headers.host)',
    tests: [originTest],
  },
  {
    guarantee: 'a body of plain text is refused',
    file: app,
    original: "app.removeContentTypeParser('text/plain')",
    mutated: '',
    tests: ['apps/api/src/tests/bad-input.db.test.ts', 'apps/api/src/routes/auth.db.test.ts'],
  },
  {
    guarantee: 'answers of the API are not cached',
    file: app,
    original: "reply.header('cache-control', 'no-store')",
    mutated: 'void reply',
    tests: [
      'apps/api/src/routes/auth.db.test.ts',
      accessTest,
      'apps/api/src/tests/bad-input.db.test.ts',
    ],
  },
  {
    guarantee: 'a parameter given twice is refused',
    file: 'apps/api/src/http/route.ts',
    original: "throw new AppError('invalid', 'A parameter was given twice.')",
    mutated: 'continue',
    tests: ['apps/api/src/tests/bad-input.db.test.ts'],
  },
  {
    guarantee: 'a filtered email is its owner’s',
    file: filtered,
    original: ', eq(mailboxes.userId, userId)))\n  return email',
    mutated: '))\n  return email',
    tests: [foreignTest],
  },
  {
    guarantee: 'the list of filtered emails is its owner’s',
    file: filtered,
    original: 'and(eq(mailboxes.userId, userId), inMailbox)',
    mutated: 'inMailbox',
    tests: ['packages/services/src/filtered-emails/list-filtered-emails.db.test.ts', foreignTest],
  },
  {
    guarantee: 'a mailbox is its owner’s',
    file: 'packages/services/src/mailboxes/own-mailbox.ts',
    original: 'and(eq(mailboxes.id, mailboxId), eq(mailboxes.userId, userId))',
    mutated: 'and(eq(mailboxes.id, mailboxId), void userId)',
    tests: [foreignTest],
  },
  {
    guarantee: 'the list of mailboxes is its owner’s',
    file: 'packages/services/src/mailboxes/list-mailboxes.ts',
    original: 'and(eq(mailboxes.userId, userId), eq(mailboxes.provider, provider))',
    mutated: 'eq(mailboxes.provider, provider)',
    tests: ['apps/api/src/routes/mailboxes.db.test.ts'],
  },
  {
    guarantee: 'activity is its owner’s',
    file: 'packages/services/src/activity/list-activity.ts',
    original: 'and(isOwn, accountId && eq(mailboxes.id, accountId))',
    mutated: 'accountId && eq(mailboxes.id, accountId)',
    tests: ['packages/services/src/activity/list-activity.db.test.ts', foreignTest],
  },
  {
    guarantee: 'a page of activity starts at an own row',
    file: 'packages/services/src/activity/list-activity.ts',
    original: 'and(eq(decisions.id, before), isOwn)',
    mutated: 'eq(decisions.id, before)',
    tests: ['packages/services/src/activity/list-activity.db.test.ts', foreignTest],
  },
  {
    guarantee: 'a sender’s reputation is removed for its owner only',
    file: `${settings}/remove-sender-reputation.ts`,
    original: 'and(eq(senderReputations.userId, userId), eq(senderReputations.address, sender))',
    mutated: 'eq(senderReputations.address, sender)',
    tests: [settingsTest],
  },
  {
    guarantee: 'a sender’s reputation is its owner’s',
    file: 'packages/db/src/queries/sender-reputations.ts',
    original: 'and(eq(senderReputations.userId, userId), eq(senderReputations.address, address))',
    mutated: 'eq(senderReputations.address, address)',
    tests: ['packages/services/src/pipeline/screening/screen-message.db.test.ts', settingsTest],
  },
  {
    guarantee: 'the list of senders is its owner’s',
    file: `${settings}/list-sender-reputations.ts`,
    original: 'eq(senderReputations.userId, userId),',
    mutated: '',
    tests: [settingsTest],
  },
  {
    guarantee: 'a whitelist entry is removed for its owner only',
    file: `${settings}/remove-from-whitelist.ts`,
    original: 'and(eq(whitelistDomains.userId, userId), eq(whitelistDomains.domain, domain))',
    mutated: 'eq(whitelistDomains.domain, domain)',
    tests: [settingsTest],
  },
  {
    guarantee: 'a whitelist is its owner’s',
    file: `${settings}/list-whitelist.ts`,
    original: '.where(eq(whitelistDomains.userId, userId))',
    mutated: '',
    tests: [settingsTest],
  },
  {
    guarantee: 'lessons are erased for their owner only',
    file: `${settings}/erase-lessons.ts`,
    original: '.where(eq(lessons.userId, userId))',
    mutated: '',
    tests: [settingsTest],
  },
  {
    guarantee: 'settings of Pro are closed to the free plan',
    file: `${settings}/set-filter-switch.ts`,
    original: 'await requirePro(db, userId, now())',
    mutated: '',
    tests: [settingsTest, 'apps/api/src/routes/filter-screens.db.test.ts'],
  },
  {
    guarantee: 'a draft is not published',
    file: 'packages/services/src/blog/load-post.ts',
    original: 'and(isPublished(now()), or(',
    mutated: 'and(or(',
    tests: ['apps/api/src/routes/blog.db.test.ts'],
  },
  {
    guarantee: 'an editor does not overwrite the work of another',
    file: 'packages/services/src/blog/save-content.ts',
    original: 'if (before.version !== version)',
    mutated: 'if (before.version < version)',
    tests: ['apps/api/src/routes/content.db.test.ts'],
  },
  {
    guarantee: 'the numbers of the dashboard are their owner’s',
    file: 'packages/db/src/queries/daily-counts.ts',
    original: 'eq(mailboxes.userId, userId),\n        firstDay',
    mutated: 'firstDay',
    tests: [dashboardTest],
  },
  {
    guarantee: 'a document is made with the data of its user only',
    file: 'apps/web/app/lib/first-data/load-first-data.ts',
    original: 'const client = createDocumentClient(fetch)',
    mutated: 'const client = ((globalThis as any).shared ??= createDocumentClient(fetch))',
    tests: [firstDataTest],
  },
  {
    guarantee: 'after a sign-out, the data that came with the document stays away',
    file: 'apps/web/app/lib/first-data/first-data.ts',
    original: 'if (taken.has(data)) return false',
    mutated: '',
    tests: [firstDataTest],
  },
  {
    guarantee: 'a page that shows another user than the session’s can do nothing',
    file: app,
    original: 'refuseOtherUsersPages(signedIn)',
    mutated: '',
    tests: ['apps/api/src/http/shown-user.db.test.ts'],
  },
]
