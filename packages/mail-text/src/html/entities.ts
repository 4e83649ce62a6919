const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** Browsers also decode these without a semicolon. */
const lenient = new Map<string, string>([
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ...latin
    .split(' ')
    .map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
])

const strict = new Map<string, string>(
  Object.entries({
    apos: "'",
    ndash: '–',
    mdash: '—',
    horbar: '―',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    hellip: '…',
    bull: '•',
    dagger: '†',
    Dagger: '‡',
    permil: '‰',
    prime: '′',
    Prime: '″',
    euro: '€',
    trade: '™',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
    rArr: '⇒',
    lArr: '⇐',
    minus: '−',
    lowast: '∗',
    radic: '√',
    infin: '∞',
    ne: '≠',
    le: '≤',
    ge: '≥',
    asymp: '≈',
    sum: '∑',
    check: '✓',
    star: '☆',
    starf: '★',
    hearts: '♥',
    phone: '☎',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Zcaron: 'Ž',
    zcaron: 'ž',
    Yuml: 'Ÿ',
    Ccaron: 'Č',
    ccaron: 'č',
    Rcaron: 'Ř',
    rcaron: 'ř',
    Ecaron: 'Ě',
    ecaron: 'ě',
    Aogon: 'Ą',
    aogon: 'ą',
    Eogon: 'Ę',
    eogon: 'ę',
    Lstrok: 'Ł',
    lstrok: 'ł',
    Nacute: 'Ń',
    nacute: 'ń',
    Sacute: 'Ś',
    sacute: 'ś',
    Zacute: 'Ź',
    zacute: 'ź',
    Zdot: 'Ż',
    zdot: 'ż',
    Cacute: 'Ć',
    cacute: 'ć',
    fnof: 'ƒ',
    circ: 'ˆ',
    tilde: '˜',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    hairsp: ' ',
    numsp: ' ',
    puncsp: ' ',
    NonBreakingSpace: ' ',
    zwnj: '',
    zwj: '',
    lrm: '',
    rlm: '',
    ZeroWidthSpace: '',
    NoBreak: '',
    NewLine: '\n',
    Tab: ' ',
    excl: '!',
    num: '#',
    dollar: '$',
    percnt: '%',
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    equals: '=',
    quest: '?',
    commat: '@',
    lsqb: '[',
    rsqb: ']',
    lbrack: '[',
    rbrack: ']',
    bsol: '\\',
    lowbar: '_',
    grave: '`',
    lcub: '{',
    rcub: '}',
    vert: '|',
    verbar: '|',
    hyphen: '‐',
    dash: '‐',
  }),
)

/** Browsers read the numbers 128 to 159 as Windows-1252. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const maxNameChars = 31
const maxDigits = 8

/**
 * Decodes once: "&amp;lt;" becomes "&lt;". An entity becomes at most two characters. Unknown
 * entities stay unchanged.
 */
export function decodeEntities(text: string): string {
  let from = text.indexOf('&')
  if (from < 0) return text
  let decoded = ''
  let at = 0
  while (from >= 0) {
    const isNumber = text.charCodeAt(from + 1) === 0x23
    const isHex = isNumber && (text.charCodeAt(from + 2) | 0x20) === 0x78
    const start = from + (isHex ? 3 : isNumber ? 2 : 1)
    let end = start
    while (
      end < text.length &&
      (isNumber || end - start < maxNameChars) &&
      belongs(text.charCodeAt(end), isNumber, isHex)
    )
      end++
    const hasSemicolon = text.charCodeAt(end) === 0x3b
    const value = isNumber
      ? toNumbered(text.slice(start, Math.min(end, start + maxDigits + 1)), isHex)
      : toNamed(text.slice(start, end), hasSemicolon)
    if (value !== undefined && end > start) {
      decoded += text.slice(at, from) + value
      at = hasSemicolon ? end + 1 : end
    }
    from = text.indexOf('&', Math.max(end, from + 1))
  }
  return decoded + text.slice(at)
}

function belongs(code: number, isNumber: boolean, isHex: boolean): boolean {
  if (code >= 0x30 && code <= 0x39) return true
  const letter = code | 0x20
  return letter >= 0x61 && letter <= (isHex ? 0x66 : 0x7a) && (isHex || !isNumber)
}

function toNamed(name: string, hasSemicolon: boolean): string | undefined {
  return lenient.get(name) ?? (hasSemicolon ? strict.get(name) : undefined)
}

function toNumbered(digits: string, isHex: boolean): string {
  return fromCode(digits.length > maxDigits ? Number.NaN : Number.parseInt(digits, isHex ? 16 : 10))
}

function fromCode(code: number): string {
  if (code >= 128 && code <= 159) return windows1252[code - 128] ?? ''
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return ''
  return String.fromCodePoint(code)
}
