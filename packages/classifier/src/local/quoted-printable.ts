/** Undoes quoted-printable that a mailer left in the HTML; HTML without its telltale `=3D"` is returned as it is. */
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
