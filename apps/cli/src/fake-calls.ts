import type { Provider } from '@doorman/domain/mailbox'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { World } from '@doorman/simulators/world/world'

/** At which call somebody dies, and whether the provider still heard it. */
export type Death = {
  readonly call: string
  readonly make: Extract<FaultEffect, 'cut' | 'applied-then-cut'>
}

/** The calls for one mailbox in their order, as `GET /messages/{id} #2`. */
export type Calls = {
  readonly names: readonly string[]
  /** From now on; at the call of this death, `die` happens before the provider can answer. */
  begin(death: Death | null, die: () => void): void
}

/** Watches the mailbox that is connected next: it is known by its token, which nobody has shown before. */
export function watchCalls(world: World, provider: Provider, known: Set<string>): Calls {
  const others = new Set(known)
  const names: string[] = []
  const counts = new Map<string, number>()
  const watch = (make: Death['make'], onCall: (name: string) => boolean) =>
    world.faults.push({
      provider: provider === 'gmail' ? 'google' : 'microsoft',
      make,
      match: (request) => {
        const token = request.headers.get('authorization')
        if (token !== null) known.add(token)
        return token !== null && !others.has(token) && onCall(toName(request))
      },
    })
  watch('cut', () => false)
  return {
    names,
    begin(death, die) {
      watch(death?.make ?? 'cut', (name) => {
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        const call = `${name} #${count}`
        names.push(call)
        if (call !== death?.call) return false
        die()
        return true
      })
    },
  }
}

function toName({ method, url }: Request): string {
  const path = new URL(url).pathname.replace(/^\/(?:gmail\/v1\/users|v1\.0)\/me/, '')
  return `${method} ${path.replaceAll(/[\w=%-]{15,}/g, '{id}')}`
}
