/** The menu's element, for the button that opens it and the script that closes it. */
export const siteMenuId = 'site-menu'
