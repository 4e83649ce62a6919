import { expect, test } from 'vitest'
import { cacheRendered } from './cache-rendered.ts'

test('the cache drops the least recently used text', () => {
  const rendered: string[] = []
  const render = cacheRendered(2, (markdown) => {
    rendered.push(markdown)
    return `<p>${markdown}</p>`
  })
  for (const text of ['a', 'a', 'b', 'a', 'c', 'a', 'b'])
    expect(render(text)).toBe(`<p>${text}</p>`)
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})
