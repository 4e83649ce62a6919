import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxTextChars } from '../clean-text.ts'
import { readHtml } from './read-html.ts'

const rows: readonly (readonly [name: string, html: string, text: string])[] = [
  ['plain text', 'Hello Pat, 3 < 5 & 7 > 2', 'Hello Pat, 3 < 5 & 7 > 2'],
  ['a heart', 'I <3 this', 'I <3 this'],
  ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['paragraphs without end tags', '<p>One<p>Two', 'One\n\nTwo'],
  ['divisions and Gmail’s empty line', '<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
  ['line breaks', 'One<br>Two<br/>Three<BR clear=all>Four', 'One\nTwo\nThree\nFour'],
  ['white space', '  One \n\t two&nbsp;&nbsp; three ', 'One two three'],
  ['inline tags inside words', 'un<b>believ</b>able <i>offer</i>', 'unbelievable offer'],
  ['lists', '<ul><li>One<li>Two</ul>', '- One\n- Two'],
  [
    'nested lists',
    '<ol><li>One<ul><li>In</li></ul></li><li>Two</li></ol>',
    '- One\n\n  - In\n\n- Two',
  ],
  ['tables', '<table><tr><td>A</td><td>B</td></tr><tr><th>C<td>D</table>', 'A B\nC D'],
  ['preformatted text', '<pre>one\n  two</pre>', 'one\ntwo'],
  [
    'a link',
    '<a href="https://x.example/a?b=1&amp;c=2">Book here</a>!',
    'Book here <https://x.example/a?b=1&c=2>!',
  ],
  [
    'a link that shows its address',
    '<a href="https://x.example/t/8">www.x.example</a>',
    'www.x.example',
  ],
  ['a mailto link', '<a href="mailto:pat@x.example">Pat</a>', 'Pat'],
  ['a script link', '<a href="javascript:alert(1)">Pat</a>', 'Pat'],
  ['an image’s description', '<img src="cid:1" alt="Our team"> hi', 'Our team hi'],
  ['an image’s file name', '<img src="cid:1" alt="image001.png"> hi', 'hi'],
  [
    'scripts, styles, titles, comments',
    '<head><title>T</title><style>p{}</style></head><script>if(a<b)</script><!-- c --><!--[if mso]><p>mso</p><![endif]-->Hi',
    'Hi',
  ],
  ['a head that is never closed', '<head><meta charset=utf-8><body>Hi', 'Hi'],
  [
    'quotes',
    'Yes<blockquote>Really?<blockquote>Maybe</blockquote></blockquote>No',
    'Yes\n\n> Really?\n\n> > Maybe\n\nNo',
  ],
  ['a quote that is never closed', '<div><blockquote>Really?</div>No', '> Really?\nNo'],
  [
    'entities',
    '&lt;b&gt; caf&eacute; &#8364;5 &#x20AC;6 &hellip; &copy 2025',
    '<b> café €5 €6 … © 2025',
  ],
  ['entities encoded twice', '&amp;lt; &amp;amp;', '&lt; &amp;'],
  [
    'broken entities',
    'AT&T &unknown; &#; &#x; &#99999999; &#xD800; &#0; R&D',
    'AT&T &unknown; &#; &#x; R&D',
  ],
  ['Windows entities', '&#147;quoted&#148; &#150;', '“quoted” –'],
  ['leftover quoted-printable', '<p class=3D"x">caf=C3=A9 so=\nft</p>', 'café soft'],
  ['invisible characters', 'un&#8203;sub&shy;scribe&zwnj;', 'unsubscribe'],
  ['an attribute with a bracket', '<p title="a > b">Hi</p>', 'Hi'],
  ['an unfinished tag', 'Hi <a href="https://x.example', 'Hi'],
  ['an unfinished comment', 'Hi <!-- there', 'Hi'],
]

const hidden: readonly (readonly [name: string, html: string])[] = [
  ['the hidden attribute', '<p hidden>secret</p>'],
  ['display', '<div style="DISPLAY: none !important">secret</div>'],
  ['display behind a comment', '<div style="display:/**/none">secret</div>'],
  ['visibility', '<span style="visibility:hidden">secret</span>'],
  ['font size', '<span style="font-size:0px">secret</span>'],
  ['a font too small to read', '<span style="font-size:1px;line-height:1px">secret</span>'],
  ['opacity', '<span style="opacity:0">secret</span>'],
  ['height', '<div style="max-height:0;overflow:hidden">secret</div>'],
  ['position', '<div style="position:absolute;left:-9999px">secret</div>'],
  ['white on white', '<span style="color:#FFF;background-color:white">secret</span>'],
  [
    'white on white by attributes',
    '<td bgcolor="#ffffff" style="color:rgb(255, 255, 255)">secret</td>',
  ],
  ['a transparent colour', '<span style="color:transparent">secret</span>'],
  ['a template', '<template>secret</template>'],
  ['a nested element', '<div style="display:none"><p style="display:block">secret</p></div>'],
]

describe('HTML as text', () => {
  test.each(rows)('%s: %j becomes %j', (_name, html, text) => {
    expect(readHtml(html).text).toBe(text)
  })

  test.each(hidden)('text hidden by %s is left out and counted', (_name, html) => {
    const { text, traits } = readHtml(`<p>seen</p>${html}<p>also</p>`)
    expect(text).toBe('seen\n\nalso')
    expect(traits.hiddenTextShare).toBeGreaterThan(0.3)
  })

  test.each([
    ['a missing end tag', '<div><span style="display:none">x</div><p>seen</p>'],
    ['a paragraph that the next one ends', '<p hidden>x<p>seen'],
    ['a cell that the next one ends', '<table><tr><td hidden>x<td>seen</table>'],
    [
      'a layout cell with font size 0',
      '<td style="font-size:0px"><div style="font-size:14px">seen</div></td>',
    ],
    [
      'a hidden parent of a visible element',
      '<div style="visibility:hidden"><b style="visibility:visible">seen</b></div>',
    ],
    ['white text on blue', '<td bgcolor="#0000ff"><a style="color:#fff">seen</a></td>'],
    ['the head element', '<html><head>seen<title>T</title></head>'],
    ['an empty SVG element', '<svg/>seen'],
    ['a declaration that a later one overrides', '<p style="display:none;display:block">seen</p>'],
  ])('%s does not hide text that readers see', (_name, html) => {
    expect(readHtml(html).text).toContain('seen')
  })

  test.each([
    ['<img src="https://t.example/a.gif" width="1" height="1">', true],
    ['<img src="https://t.example/a.gif" style="width:1px;height:1px">', true],
    ['<div style="display:none"><img src="https://t.example/open/8"></div>', true],
    ['<img src="https://t.example/track/click?x=1">', true],
    ['<img src="https://pixel.t.example/a">', true],
    ['<img src="https://t.example/e/A8sd7f6a8s7df6a8s7df6a8s7df68a7sdf68a7sdf687asdf">', true],
    ['<img src="https://x.example/logo.png" width="120" height="40">', false],
    ['<img src="https://x.example/opening-hours.jpg">', false],
    ['<img src="cid:logo" width="1" height="1">', false],
    ['<p>no image</p>', false],
  ])('%s is a tracking pixel: %s', (html, expected) => {
    expect(readHtml(html).traits.hasTrackingPixel).toBe(expected)
  })

  test('each link domain is listed once, without www, and at most fifty are listed', () => {
    const links = [
      'https://www.X.example/1',
      'http://x.example:80/2',
      '//user@y.example?q',
      'mailto:a@z.example',
      '#top',
    ]
    expect(
      readHtml(links.map((url) => `<a href="${url}">go</a>`).join('')).traits.linkDomains,
    ).toEqual(['x.example', 'y.example'])
    const many = Array.from(
      { length: 80 },
      (_, index) => `<a href="https://d${index}.example">go</a>`,
    )
    expect(readHtml(many.join('')).traits.linkDomains).toHaveLength(50)
  })

  test('quoting is marked ten levels deep and no deeper', () => {
    expect(readHtml('<blockquote>'.repeat(500) + 'x').text).toBe('> '.repeat(10) + 'x')
  })

  test('any mixture of markup becomes text of bounded length without control characters', () => {
    const piece = fc.constantFrom(
      '<div',
      '<p>',
      '</p>',
      '<!--',
      '-->',
      '<a href="',
      "style='display:none'",
      '>',
      '<',
      '&',
      '&#x',
      '&amp;',
      '</',
      '<td>',
      '</table>',
      '<blockquote>',
      '<script>',
      '</script',
      '<pre>',
      '\u0000',
      '\ud800',
      'word',
      ' ',
      '"',
      "'",
      '=3D"',
      '<li>',
      '<head>',
      '<svg>',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        const html = pieces.join('')
        const { text, traits } = readHtml(html)
        expect(text).not.toMatch(/[\p{Cc}--\n]|\p{Cs}/v)
        expect(text.length).toBeLessThanOrEqual(Math.min(maxTextChars, html.length * 22))
        expect(traits.hiddenTextShare).toBeGreaterThanOrEqual(0)
        expect(traits.hiddenTextShare).toBeLessThanOrEqual(1)
      }),
      { numRuns: 500 },
    )
  })

  test('prose in a paragraph stays unchanged', () => {
    const word = fc.stringMatching(/^[A-Za-zäöüéñ]{1,10}[,.?!]?$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        expect(readHtml(`<p>${words.join(' ')}</p>`).text).toBe(words.join(' '))
      }),
    )
  })
})
