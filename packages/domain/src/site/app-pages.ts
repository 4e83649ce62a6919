/** Pages of the signed-in app. `?next=` may lead to these only. */
export const appPages = {
  dashboard: '/dashboard',
  filteredEmails: '/filtered-emails',
  activity: '/activity',
  accounts: '/accounts',
  /** For users whose organisation lets only administrators allow access to mail. */
  adminApproval: '/accounts/admin-approval',
  filterSettings: '/filter-settings',
  accountSettings: '/account-settings',
  billing: '/billing',
  admin: '/admin',
  adminContent: '/admin/content',
  adminQueue: '/admin/queue',
  adminAudit: '/admin/audit',
} as const

/** Prefixes of pages that show one thing. Its id is the end of the path. */
const pagesOfOneThing = [`${appPages.adminContent}/`, `${appPages.billing}/receipts/`]
const idPattern = /^\w[\w-]*$/

/** Public: thanks the administrator, who often has no account here. */
export const approvalPage = '/approval'

/**
 * The path in `?next=` if it is a page of our app, with its query and hash; otherwise `null`.
 * Anything that a browser could read as another host is rejected.
 */
export function toSafeNext(next: string | null): string | null {
  const [whole, page = ''] = /^(\/[\w/-]+)(?:[?#][\x21-\x7e]*)?$/.exec(next ?? '') ?? []
  return whole !== undefined && isAppPage(page) ? whole : null
}

function isAppPage(page: string): boolean {
  return (
    Object.values<string>(appPages).includes(page) ||
    pagesOfOneThing.some(
      (folder) => page.startsWith(folder) && idPattern.test(page.slice(folder.length)),
    )
  )
}
