import type { GrantId } from '@doorman/domain/ids'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClientStates } from './client-states.ts'

const grantId = randomUUID() as GrantId
const { toClientState, findGrantId } = createClientStates('a secret')

test('S14: names the grant to us, and fits into what Graph takes', () => {
  const clientState = toClientState(grantId)
  expect(findGrantId(clientState)).toBe(grantId)
  expect(clientState.length).toBeLessThanOrEqual(128)
})

test.each([
  ['of another secret', createClientStates('another').toClientState(grantId)],
  ['of another grant', `${randomUUID()}.${toClientState(grantId).split('.')[1]}`],
  ['without its signature', grantId],
  ['with an empty signature', `${grantId}.`],
  ['of a strange length', `${toClientState(grantId)}x`],
  ['of nothing', ''],
  ['of nonsense', 'x.y'],
])('S14: one %s is none of ours', (_case, clientState) => {
  expect(findGrantId(clientState)).toBeNull()
})
