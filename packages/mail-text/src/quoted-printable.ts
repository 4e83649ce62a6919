/**
 * Decodes quoted-printable that a mailer left in the HTML. HTML without `=3D"` is returned
 * unchanged.
 */
export function undoQuotedPrintable(html: string): string {
  if (!html.includes('=3D"') && !html.includes("=3D'")) return html
  return html.replace(/=\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, toCharacters)
}

function toCharacters(bytes: string): string {
  try {
    return decodeURIComponent(bytes.replaceAll('=', '%'))
  } catch {
    return ''
  }
}
