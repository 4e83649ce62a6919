import { expect, test } from 'vitest'
import { rememberRendered } from './remember-rendered.ts'

test('what was rendered is kept, until others have been read more lately', () => {
  const rendered: string[] = []
  const render = rememberRendered(2, (markdown) => {
    rendered.push(markdown)
    return `<p>${markdown}</p>`
  })
  for (const text of ['a', 'a', 'b', 'a', 'c', 'a', 'b'])
    expect(render(text)).toBe(`<p>${text}</p>`)
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})
