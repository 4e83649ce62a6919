import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashScripts } from './hash-scripts.ts'

const nonce = 'r4nd0m+/w=='
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('every script with the nonce is allowed by its hash, and the nonce is removed', () => {
  const html =
    `<head><link rel="modulepreload" nonce="${nonce}" href="/a.js"/><script nonce="${nonce}">a()</script></head>` +
    `<script data-view="/x" nonce="${nonce}">\nb("<b>")\n</script>` +
    `<script nonce="${nonce}" type="text/plain" data-delayed="">import "/a.js"</script>` +
    `<script nonce="${nonce}">a()</script>`
  expect(hashScripts(html, nonce)).toEqual({
    html:
      '<head><link rel="modulepreload" href="/a.js"/><script>a()</script></head>' +
      '<script data-view="/x">\nb("<b>")\n</script>' +
      '<script type="text/plain" data-delayed="">import "/a.js"</script>' +
      '<script>a()</script>',
    sources: [hash('a()'), hash('\nb("<b>")\n'), hash('import "/a.js"')],
  })
})

test('a script without the nonce gets no hash, so browsers block it', () => {
  const html =
    `<script nonce="${nonce}">ours()</script><article><script>theirs()</script>` +
    '<script nonce="guess">theirs()</script><script nonce="">theirs()</script></article>'
  expect(hashScripts(html, nonce)?.sources).toEqual([hash('ours()')])
})

test('line ends are hashed as browsers read them', () => {
  const html = `<script nonce="${nonce}">a()\r\nb()\rc()</script>`
  expect(hashScripts(html, nonce)?.sources).toEqual([hash('a()\nb()\nc()')])
})

test('a page that contains the nonce elsewhere can’t be shared', () => {
  expect(hashScripts(`<script nonce="${nonce}">use("${nonce}")</script>`, nonce)).toBeNull()
})
