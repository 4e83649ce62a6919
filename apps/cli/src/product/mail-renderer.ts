import type { renderEmail } from '@doorman/notify/render'

/** Loads the built email templates: they are JSX, which Node can't run directly. */
export async function loadMailRenderer(): Promise<typeof renderEmail> {
  const built = new URL('../../../../packages/notify/build/render.js', import.meta.url)
  const templates: { renderEmail: typeof renderEmail } = await import(built.href)
  return templates.renderEmail
}
