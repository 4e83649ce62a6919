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
 * Whether an operator's marketing tools may run on a page: the public site, and
 * where people sign up and pay. Never where mail, secrets or other people's data are.
 */
export function isTrackedPage(path: string): boolean {
  return tracked.has(path) || path.startsWith('/blog/')
}
