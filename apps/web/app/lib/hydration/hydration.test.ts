import { expect, test } from 'vitest'
import { delayScripts } from './delay-scripts.ts'
import { toHydration } from './hydration.ts'

test('the deepest route with a hydration setting decides when a page hydrates', () => {
  const layout = { handle: { hydration: 'idle' } }
  expect(toHydration([{}, layout, { handle: { hydration: 'never' } }])).toBe('never')
  expect(toHydration([{}, layout, { handle: undefined }])).toBe('idle')
  expect(toHydration([])).toBe('idle')
})

test('delayScripts disables the module script and its preloads, and leaves inline scripts alone', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/></head><script nonce="n">first</script>' +
    '<script nonce="n" type="module" async="">import "/assets/a.js"</script>'
  expect(delayScripts(html, 'first-move')).toBe(
    '<head><link rel="delayed-modulepreload" href="/assets/a.js"/></head>' +
      '<script nonce="n">first</script>' +
      '<script nonce="n" type="text/plain" data-delayed="first-move">import "/assets/a.js"</script>',
  )
})
