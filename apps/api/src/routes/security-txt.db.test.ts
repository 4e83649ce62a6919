import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

test('security.txt names the operator, the address it is valid for, and a date in the coming year', async () => {
  const { app, ctx } = await openFakeApp()
  const answer = await app.inject('/.well-known/security.txt')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toMatch(/^Contact: mailto:operator@example\.com$/m)
  expect(answer.body).toContain(`\nCanonical: ${ctx.publicUrl}/.well-known/security.txt\n`)
  const expires = new Date(/^Expires: (.*)$/m.exec(answer.body)?.[1] ?? '')
  const days = (expires.getTime() - ctx.now().getTime()) / (24 * 60 * 60_000)
  expect(Math.round(days)).toBe(180)
})
