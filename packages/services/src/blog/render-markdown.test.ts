import { AppError } from '@doorman/domain/app-error'
import { expect, test } from 'vitest'
import { renderArticle, renderMarkdown } from './render-markdown.ts'

test.each([
  [
    'Plain *and* **strong** ~~gone~~',
    '<p>Plain <em>and</em> <strong>strong</strong> <del>gone</del></p>',
  ],
  ['[us](/blog/a "Us")', '<p><a href="/blog/a" title="Us">us</a></p>'],
  [
    '<https://a.example/?x=1&y=2>',
    '<p><a href="https://a.example/?x=1&#x26;y=2">https://a.example/?x=1&#x26;y=2</a></p>',
  ],
  ['`a < b`', '<p><code>a &#x3C; b</code></p>'],
  ['## What it *is*', '<h2 id="section-what-it-is">What it <em>is</em></h2>'],
  ['# A second title', '<h2 id="section-a-second-title">A second title</h2>'],
  [
    '![A door](/media/a1/768.webp)',
    '<p><img src="/media/a1/768.webp" alt="A door" loading="lazy"></p>',
  ],
  [
    '![A door](/media/a1/1200x800.webp)',
    '<p><img src="/media/a1/1200x800.webp" alt="A door" loading="lazy" width="1200" height="800"></p>',
  ],
  ['3. three', '<ol start="3">\n<li>three</li>\n</ol>'],
  ['', ''],
])('%j is rendered', (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html)
})

test('tables and code can be scrolled by keyboard', () => {
  expect(renderMarkdown('| a |\n|--:|\n| 1 |')).toMatch(
    /^<div role="group" aria-label="Table" tabindex="0" class="scrolling"><table>.*align="right"/s,
  )
  expect(renderMarkdown('```\ncode\n```')).toBe('<pre tabindex="0"><code>code\n</code></pre>')
})

test('the sections of an article are its headings of the second level, as text', () => {
  const { html, sections } = renderArticle(
    '# One\n\n## What *it* `is` & does\n\n### No\n\n> ## Quoted\n\n## One',
  )
  expect(sections).toEqual([
    { id: 'section-one', title: 'One' },
    { id: 'section-what-it-is--does', title: 'What it is & does' },
    { id: 'section-one-1', title: 'One' },
  ])
  for (const { id } of sections) expect(html).toContain(`<h2 id="${id}">`)
})

test.each([
  ['HTML', 'before <b onclick="x()">in</b> after', '<p>before in after</p>'],
  ['a script', '<script>alert(1)</script>', ''],
  ['a script link', '[x](javascript:alert(1))', '<p><a>x</a></p>'],
  [
    'a picture from another site',
    '![x](https://spy.example/p.gif)',
    '<p><img alt="x" loading="lazy"></p>',
  ],
  ['a path with ..', '![x](/media/../api/auth/me)', '<p><img alt="x" loading="lazy"></p>'],
])('%s is removed', (_what, markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html)
})

test('deep nesting is rendered or refused, and never crashes', () => {
  for (const nested of [
    '>'.repeat(2_000),
    `${'['.repeat(3_000)}x`,
    '* '.repeat(1_000),
    `${'**a '.repeat(3_000)}`,
  ])
    expect(outcomeOf(nested)).toMatch(/^(shown|invalid)$/)
})

function outcomeOf(markdown: string): string {
  try {
    renderMarkdown(markdown)
    return 'shown'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
