import { siteMenuId } from '../features/public-site/site-menu-id.ts'

// A link to a section of the same page loads no document, so the menu would stay open. Works before
// and without hydration.
const menu = document.getElementById(siteMenuId)
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a')) menu.hidePopover()
})
