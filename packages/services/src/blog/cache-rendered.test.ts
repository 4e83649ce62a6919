import { expect, test } from 'vitest'
import { cacheRendered } from './cache-rendered.ts'

test('the cache drops the least recently used text', () => {
  const rendered: string[] = []
  const render = cacheRendered(2, (markdown) => {
    rendered.push(markdown)
    return { html: `<p>${markdown}</p>`, sections: [] }
  })
  for (const text of ['a', 'a', 'b', 'a', 'c', 'a', 'b'])
    expect(render(text).html).toBe(`<p>${text}</p>`)
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})
