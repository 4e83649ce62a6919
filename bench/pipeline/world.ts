import type { SimulatedProviders } from '@doorman/cli/simulated-providers'
import type { Provider } from '@doorman/domain/mailbox'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** What the simulated world can be told to do, one thing at a time. */
export type Order =
  | { readonly do: 'introduce' }
  | { readonly do: 'add-mailboxes'; readonly perProvider: number }
  | ({ readonly do: 'flood'; readonly perMailbox: number } & Mix)
  | { readonly do: 'count-calls' }
  | { readonly do: 'trickle'; readonly perProvider: number; readonly everyMs: number }

/** One mail in so many is cold; the others are questions of strangers, whose words are judged too. */
export type Mix = { readonly coldOneIn: number }

export type Owner = {
  readonly provider: Provider
  readonly address: string
  readonly subject: string
}

export type Answers = {
  introduce: Pick<SimulatedProviders, 'google' | 'microsoft'> & { readonly smtpUrl: string }
  'add-mailboxes': readonly Owner[]
  /** When the last cold one lies under our label. */
  flood: { readonly mails: number }
  /** Of the providers, so far. */
  'count-calls': number
  /** Milliseconds from arrival to label. */
  trickle: Readonly<Record<Provider, readonly number[]>>
}

export const patienceMs = 120_000

/** Gives up where the answer fails to come: a mail may have been lost. */
export async function tell<Name extends Order['do']>(
  world: ChildProcess,
  order: Extract<Order, { do: Name }>,
): Promise<Answers[Name]> {
  world.send(order)
  const signal = AbortSignal.timeout(patienceMs)
  const [answer] = (await once(world, 'message', { signal })) as [Answers[Name]]
  return answer
}
