import { expect, test } from 'vitest'
import { holdScripts } from './held-scripts.ts'
import { toHydration } from './hydration.ts'

test('the deepest route that says anything decides when a page hydrates', () => {
  const layout = { handle: { hydration: 'idle' } }
  expect(toHydration([{}, layout, { handle: { hydration: 'never' } }])).toBe('never')
  expect(toHydration([{}, layout, { handle: undefined }])).toBe('idle')
  expect(toHydration([])).toBe('idle')
})

test('held pages keep their inline scripts and lay the module script and its preloads by', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/></head><script nonce="n">first</script>' +
    '<script nonce="n" type="module" async="">import "/assets/a.js"</script>'
  expect(holdScripts(html, 'first-move')).toBe(
    '<head><link rel="held" href="/assets/a.js"/></head><script nonce="n">first</script>' +
      '<script nonce="n" type="text/plain" data-held="first-move">import "/assets/a.js"</script>',
  )
})
