const unicodeWord = /[\p{L}\p{N}]/u

// All of these return `false` for an index beyond either end of the text.

export function isDigitAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 48 && code <= 57
}

export function isLetterAt(text: string, index: number): boolean {
  return isWordAt(text, index) && !isDigitAt(text, index)
}

/** A letter or digit of any script. */
export function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigitAt(text, index)
  return code >= 128 && unicodeWord.test(String.fromCharCode(code))
}

/** A character of a domain name, dots excepted. */
export function isHostAt(text: string, index: number): boolean {
  return isWordAt(text, index) || text[index] === '-'
}
