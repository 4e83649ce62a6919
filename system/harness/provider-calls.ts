import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { World } from '@doorman/simulators/world/world'

/**
 * The provider call at which a worker is killed, and whether the provider still executes that call.
 */
export type Crash = {
  readonly call: string
  readonly effect: Extract<FaultEffect, 'cut' | 'applied-then-cut'>
}

/** The provider calls for one mailbox in order, as `GET /messages/{id} #2`. */
export type ProviderCalls = {
  readonly names: readonly string[]
  /** Starts recording. At the call of `crash`, calls `kill` before the provider answers. */
  begin(crash: Crash | null, kill: () => void): void
}

/**
 * Watches the mailbox that is connected next. It is recognised by an access token that no earlier
 * mailbox used.
 */
export function watchCalls(
  world: World,
  provider: MailProvider,
  known: Set<string>,
): ProviderCalls {
  const others = new Set(known)
  const names: string[] = []
  const counts = new Map<string, number>()
  const watch = (effect: Crash['effect'], onCall: (name: string) => boolean) =>
    world.faults.push({
      provider: provider === 'gmail' ? 'google' : 'microsoft',
      effect,
      match: (request) => {
        const token = request.headers.get('authorization')
        if (token !== null) known.add(token)
        return token !== null && !others.has(token) && onCall(toName(request))
      },
    })
  watch('cut', () => false)
  return {
    names,
    begin(crash, kill) {
      watch(crash?.effect ?? 'cut', (name) => {
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        const call = `${name} #${count}`
        names.push(call)
        if (call !== crash?.call) return false
        kill()
        return true
      })
    },
  }
}

function toName({ method, url }: Request): string {
  const path = new URL(url).pathname.replace(/^\/(?:gmail\/v1\/users|v1\.0)\/me/, '')
  return `${method} ${path.replaceAll(/[\w=%-]{15,}/g, '{id}')}`
}
