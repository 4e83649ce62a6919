import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ErrorMessage } from './error-message.tsx'
import { insertRequestId } from './insert-request-id.ts'

test('the page of an unexpected error shows the id of its request, and other pages don’t', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ErrorMessage error={new Error('canary')} />
    </MemoryRouter>,
  )
  const text = insertRequestId(html, 'request-1').replaceAll(/<[^>]+>/g, '')
  expect(text).toContain('Please try again in a moment. Reference: request-1')
  expect(text).not.toContain('canary')
  expect(insertRequestId('<p>Blog</p>', 'request-1')).toBe('<p>Blog</p>')
})
