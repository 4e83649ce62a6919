import type { SimulatedProviders } from '@doorman/cli/demo/simulated-providers'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Commands to the process of the simulated providers, one at a time. */
export type WorldCommand =
  | { readonly do: 'introduce' }
  | { readonly do: 'add-mailboxes'; readonly perProvider: number }
  | ({ readonly do: 'flood'; readonly perMailbox: number } & Mix)
  | { readonly do: 'count-calls' }
  | ({ readonly do: 'trickle'; readonly perProvider: number; readonly everyMs: number } & Mix)

/**
 * One message in `coldOneIn` is cold; the others are questions from strangers, which are judged
 * too. `null`: none is cold.
 */
export type Mix = { readonly coldOneIn: number | null }

export type Owner = {
  readonly provider: MailProvider
  readonly address: string
  readonly subject: string
}

export type WorldAnswers = {
  introduce: Pick<SimulatedProviders, 'google' | 'microsoft'> & { readonly smtpUrl: string }
  'add-mailboxes': readonly Owner[]
  /** Answered when the last cold message has our label. */
  flood: { readonly messages: number }
  /** Requests to the providers so far. */
  'count-calls': number
  /** `delays`: milliseconds from arrival to label of the cold ones. */
  trickle: {
    readonly messages: number
    readonly delays: Readonly<Record<MailProvider, readonly number[]>>
  }
}

/** Bounds every wait for the product to handle messages. */
export const answerTimeoutMs = 120_000

/** Fails after `answerTimeoutMs` without an answer: a message was probably lost. */
export async function sendCommand<Name extends WorldCommand['do']>(
  world: ChildProcess,
  command: Extract<WorldCommand, { do: Name }>,
): Promise<WorldAnswers[Name]> {
  world.send(command)
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const [answer] = (await once(world, 'message', { signal })) as [WorldAnswers[Name]]
  return answer
}
