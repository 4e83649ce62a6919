import { describeDevice } from '@doorman/domain/accounts/describe-device'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

export type Device = {
  readonly id: string
  /** Such as Firefox on Linux. */
  readonly name: string
  readonly network: string | null
  readonly signedInAt: Date
  readonly lastUsedAt: Date
  readonly isThisOne: boolean
}

/** Where the user is signed in, the latest used first. */
export async function listDevices({ login }: Context, actor: Actor): Promise<readonly Device[]> {
  const sessions = await login.listSessions(actor.userId)
  return sessions.map(({ id, userAgent, network, createdAt, lastUsedAt }) => ({
    id,
    name: describeDevice(userAgent),
    network,
    signedInAt: createdAt,
    lastUsedAt,
    isThisOne: id === actor.sessionId,
  }))
}
