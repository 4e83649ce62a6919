import type { renderMail } from '@doorman/notify/render'

/** The templates are JSX, which Node cannot load: they come from the build. */
export async function loadMailRenderer(): Promise<typeof renderMail> {
  const built = new URL('../../../packages/notify/build/render.js', import.meta.url)
  const templates: { renderMail: typeof renderMail } = await import(built.href)
  return templates.renderMail
}
