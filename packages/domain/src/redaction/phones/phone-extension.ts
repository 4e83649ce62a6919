const extension =
  /,? ?(?:\(?(?:ext|extension|x|durchwahl|dw|poste|interno|int|anexo|ramal|toestel)\.?:? ?)\d{1,6}\)?(?!\d)/iy

/** The end of a phone number, with an extension such as "ext. 123". */
export function findExtensionEnd(text: string, end: number): number {
  extension.lastIndex = end
  return end + (extension.exec(text)?.[0].length ?? 0)
}
