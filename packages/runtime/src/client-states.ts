import { GrantId } from '@doorman/domain/ids'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The secret that a provider gives back with its news: it names the grant, and only we can have made it. */
export type ClientStates = {
  toClientState(grantId: GrantId): string
  /** `null` where it is none of ours. */
  findGrantId(clientState: string): GrantId | null
}

export function createClientStates(secret: string): ClientStates {
  const sign = (grantId: GrantId) =>
    createHmac('sha256', secret).update(`push ${grantId}`).digest('base64url')

  return {
    toClientState: (grantId) => `${grantId}.${sign(grantId)}`,
    findGrantId(clientState) {
      const [name, signature = ''] = clientState.split('.')
      const grantId = GrantId.safeParse(name)
      return grantId.success && isSame(signature, sign(grantId.data)) ? grantId.data : null
    },
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
