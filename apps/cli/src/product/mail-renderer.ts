import type { renderEmail } from '@doorman/notify/render'

type Templates = { readonly renderEmail: typeof renderEmail }

/**
 * Renders with the built email templates: they are JSX, which Node can't run directly. They are
 * loaded with the first email, because most processes never send one.
 */
export async function renderWithTemplates(
  ...args: Parameters<typeof renderEmail>
): ReturnType<typeof renderEmail> {
  const templates: Templates = await import(
    new URL('../../../../packages/notify/build/render.js', import.meta.url).href
  )
  return templates.renderEmail(...args)
}
