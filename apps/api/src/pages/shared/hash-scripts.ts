import { createHash } from 'node:crypto'

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Replaces the nonce of a rendered page by the hashes of its inline scripts, so that one page serves
 * many visitors. Only scripts with the nonce are hashed: a script that got into the page in any other
 * way, such as through an article, is blocked as it is on pages with a nonce. `null` if the nonce is
 * part of anything but an attribute, since then the page can’t be shared.
 */
export function hashScripts(
  html: string,
  nonce: string,
): { readonly html: string; readonly sources: readonly string[] } | null {
  const mark = ` nonce="${nonce}"`
  const own = [...html.matchAll(script)].filter(([, attributes = '']) => attributes.includes(mark))
  const sources = own.map(([, , code = '']) => `'sha256-${toHash(code)}'`)
  const bare = html.replaceAll(mark, '')
  return bare.includes(nonce) ? null : { html: bare, sources: [...new Set(sources)] }
}

/** Of the text as browsers read it, with line feeds only. */
function toHash(code: string): string {
  return createHash('sha256').update(code.replaceAll(/\r\n?/g, '\n')).digest('base64')
}
