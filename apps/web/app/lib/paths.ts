import { appPages } from '@doorman/domain/site/app-pages'

export const paths = {
  home: '/',
  newContent: '/admin/content/new',
  editContent: (id: string) => `/admin/content/${id}`,
  receipt: (id: string) => `/billing/receipts/${encodeURIComponent(id)}`,
  blog: '/blog',
  /** A section of the home page, linked from any page. */
  section: (id: string) => `/#${id}`,
  faq: '/#faq',
  contact: '/#contact',
  blogFeed: '/blog/rss.xml',
  blogPost: (slug: string) => `/blog/${slug}`,
  blogCategory: (slug: string) => `/blog/category/${slug}`,
  register: '/register',
  forgotPassword: '/forgot-password',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  accuracy: '/accuracy',
  ...appPages,
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
} as const

/** Disallowed in robots.txt. */
export const privatePaths: readonly string[] = Object.values(appPages)

/** What a navigation in the app may say besides its address. */
export type NavigationState = {
  /** Only the address changes, and the focus stays where it is. */
  readonly keepsFocus?: true
}
