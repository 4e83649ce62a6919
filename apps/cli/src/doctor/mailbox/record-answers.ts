import type { NetworkTransport } from '@doorman/runtime/mail/transport'

/** Headers in which a provider says how much we may still ask. */
const quotaHeader = /rate-?limit|quota|throttl|retry-after/i

/** Counts the answers of a provider and notes the names of headers about its limits. */
export function recordAnswers(transport: NetworkTransport): {
  readonly transport: NetworkTransport
  describe(): string
} {
  let calls = 0
  let limited = 0
  const names = new Set<string>()
  return {
    transport: {
      ...transport,
      async fetch(input, init) {
        calls += 1
        const response = await transport.fetch(input, init)
        if (response.status === 429) limited += 1
        for (const name of response.headers.keys()) if (quotaHeader.test(name)) names.add(name)
        return response
      },
    },
    describe() {
      const headers = names.size === 0 ? 'no header about limits' : [...names].toSorted().join(', ')
      return `${calls} calls, ${limited} refused with 429; ${headers}`
    },
  }
}
