const tracked = new Set([
  '/',
  '/login',
  '/register',
  '/billing',
  '/blog',
  '/privacy-policy',
  '/terms-of-service',
])

/**
 * Whether an operator's tracking codes may run on a page: the public site, sign-up and billing.
 * Never on pages that show email, secrets or other people's data.
 */
export function isTrackedPage(path: string): boolean {
  return tracked.has(path) || path.startsWith('/blog/')
}
