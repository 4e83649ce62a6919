import type { GrantId } from '@doorman/domain/ids'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClientStates } from './client-states.ts'

const grantId = randomUUID() as GrantId
const { toClientState, findGrantId } = createClientStates('a secret')

test('a client state contains the grant id and has at most the 128 characters that Graph allows', () => {
  const clientState = toClientState(grantId)
  expect(findGrantId(clientState)).toBe(grantId)
  expect(clientState.length).toBeLessThanOrEqual(128)
})

test.each([
  ['signed with another secret', createClientStates('another').toClientState(grantId)],
  [
    'with the signature of another grant',
    `${randomUUID()}.${toClientState(grantId).split('.')[1]}`,
  ],
  ['without a signature', grantId],
  ['with an empty signature', `${grantId}.`],
  ['with a longer signature', `${toClientState(grantId)}x`],
  ['that is empty', ''],
  ['that is malformed', 'x.y'],
])('rejects a client state %s', (_case, clientState) => {
  expect(findGrantId(clientState)).toBeNull()
})
