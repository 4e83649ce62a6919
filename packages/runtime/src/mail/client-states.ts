import { GrantId } from '@doorman/domain/ids'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/**
 * Graph repeats the `clientState` of a subscription in each push notification. Ours is the grant's
 * id with a signature, so a notification with a valid one can only come from Graph.
 */
export type ClientStates = {
  toClientState(grantId: GrantId): string
  /** `null` if the signature is wrong. */
  findGrantId(clientState: string): GrantId | null
}

export function createClientStates(secret: string): ClientStates {
  const key = createSecretKey(secret, 'utf8')
  const sign = (grantId: GrantId) =>
    createHmac('sha256', key).update(`push ${grantId}`).digest('base64url')

  return {
    toClientState: (grantId) => `${grantId}.${sign(grantId)}`,
    findGrantId(clientState) {
      const [id, signature = ''] = clientState.split('.')
      const grantId = GrantId.safeParse(id)
      return grantId.success && isEqual(signature, sign(grantId.data)) ? grantId.data : null
    },
  }
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
