/** The pages that every signed-in user has. */
export const appPages = [
  '/dashboard',
  '/filtered-emails',
  '/activity',
  '/accounts',
  '/filter-settings',
  '/account-settings',
  '/billing',
]
