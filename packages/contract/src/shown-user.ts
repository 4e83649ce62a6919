/**
 * A request header by which a page names the user that it shows, with `shownUser` of `CurrentUser`. In
 * another tab, that user may have signed out, or an admin may have begun or ended a view. A call for
 * another user than the page shows is then refused with `user-changed`, and nothing is changed.
 */
export const shownUserHeader = 'x-shown-user'

/** The same for downloads: a link sends no headers of ours. */
export const shownUserParameter = 'shownUser'
