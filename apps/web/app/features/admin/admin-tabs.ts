export const adminTabs = ['overview', 'oauth', 'emails', 'auth-guide', 'tracking', 'users'] as const
export type AdminTab = (typeof adminTabs)[number]

export const tabTitles: Readonly<Record<AdminTab, string>> = {
  overview: 'Overview',
  oauth: 'OAuth Settings',
  emails: 'Email Settings',
  'auth-guide': 'Auth Guide',
  tracking: 'Tracking Codes',
  users: 'Users',
}

/** The tab that `?tab=` names. Anything unknown is the overview. */
export function toAdminTab(params: URLSearchParams): AdminTab {
  const name = params.get('tab')
  return adminTabs.find((tab) => tab === name) ?? 'overview'
}
