/** Pages of the signed-in app. `?next=` may lead to these only. */
const appPaths = {
  dashboard: '/dashboard',
  filteredEmails: '/filtered-emails',
  activity: '/activity',
  accounts: '/accounts',
  filterSettings: '/filter-settings',
  accountSettings: '/account-settings',
  billing: '/billing',
  admin: '/admin',
  adminContent: '/admin/content',
} as const

export const paths = {
  home: '/',
  newContent: '/admin/content/new',
  editContent: (id: string) => `/admin/content/${id}`,
  receipt: (id: string) => `/billing/receipts/${encodeURIComponent(id)}`,
  blog: '/blog',
  /** A section of the home page, linked from any page. */
  section: (id: string) => `/#${id}`,
  blogFeed: '/blog/rss.xml',
  blogPost: (slug: string) => `/blog/${slug}`,
  blogCategory: (slug: string) => `/blog/category/${slug}`,
  register: '/register',
  forgotPassword: '/forgot-password',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  ...appPaths,
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
} as const

/** Disallowed in robots.txt. */
export const privatePaths: readonly string[] = Object.values(appPaths)

const reachableByNext: ReadonlySet<string> = new Set(Object.values(appPaths))

/**
 * The path in `?next=` if it is a page of our app, with its query and hash; otherwise `null`.
 * Anything that a browser could read as another host is rejected.
 */
export function toSafeNext(next: string | null): string | null {
  if (!next || !URL.canParse(next, placeholderOrigin)) return null
  const url = new URL(next, placeholderOrigin)
  const isOurs = url.origin === placeholderOrigin && next.startsWith('/')
  return isOurs && reachableByNext.has(url.pathname) ? url.pathname + url.search + url.hash : null
}

const placeholderOrigin = 'http://origin.invalid'
