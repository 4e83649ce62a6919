import { expect, test } from 'vitest'
import { createRequestIds, findRequestId, runForRequest } from './request-id.ts'

const proposed = '0b8f7a51-6c9b-4a9e-8f0d-2f4c1f1f9a01'

test.each([
  ['10.0.0.0/8', '10.1.2.3'],
  ['10.0.0.0/8', '::ffff:10.1.2.3'],
  ['127.0.0.1, fd00::/8', 'fd00::1'],
  ['127.0.0.1', '127.0.0.1'],
])('a proxy that is trusted as %s may choose the id from %s', (trusted, peer) => {
  expect(createRequestIds(trusted)(peer, proposed.toUpperCase())).toBe(proposed)
})

test.each([
  ['a stranger', '10.0.0.0/8', '203.0.113.7', proposed],
  ['anyone, without a proxy', false, '127.0.0.1', proposed],
  ['an unknown peer', '10.0.0.0/8', undefined, proposed],
  ['a proxy that sends no id', '10.0.0.0/8', '10.1.2.3', undefined],
  ['a proxy that sends two', '10.0.0.0/8', '10.1.2.3', [proposed, proposed]],
  ['a proxy that sends something else', '10.0.0.0/8', '10.1.2.3', `${proposed}\n"event":"forged"`],
] as const)('%s gets an id of ours', (_who, trusted, peer, value) => {
  const id = createRequestIds(trusted)(peer, value)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(id).not.toBe(proposed)
})

test('work within a request knows its id, also after waiting, and work outside has none', async () => {
  const choose = createRequestIds(false)
  await runForRequest(proposed, async () => {
    await Promise.resolve()
    expect(findRequestId()).toBe(proposed)
    expect(choose('203.0.113.7', undefined)).toBe(proposed)
    expect(runForRequest(undefined, findRequestId)).toBeUndefined()
  })
  expect(findRequestId()).toBeUndefined()
})
