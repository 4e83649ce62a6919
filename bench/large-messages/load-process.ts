import { createGmailMailbox } from '@doorman/mail/gmail/gmail-mailbox'
import { createKeepAliveFetch } from '@doorman/mail/http/keep-alive-fetch'
import type { Mailbox, ProviderMessageId } from '@doorman/mail/mailbox'
import { readBody } from '@doorman/mail-text/read-body'
import { createMicrosoftMailbox } from '@doorman/mail/microsoft/microsoft-mailbox'
import { createTransport } from '@doorman/runtime/mail/transport'
import { smallMessage } from './large-messages.ts'

// Loads and reads one message nine times at once. A worker has three slots per provider for that. The
// program runs in its own process, because it reports the peak of its memory.

export type BenchMailbox = {
  readonly provider: 'gmail' | 'microsoft'
  readonly url: string
  readonly accessToken: string
  /** The provider's ids by the name of the message. */
  readonly ids: Readonly<Record<string, string>>
}

export type LoadCommand = { readonly mailbox: BenchMailbox; readonly name: string }

export type LoadCost = {
  /** Peak memory, minus the memory that ordinary messages need. */
  readonly moreBytes: number
  /** The longest turn of the event loop, in processor time. */
  readonly longestTurnMs: number
}

const loadsAtOnce = 9

process.once('message', (command: LoadCommand) => {
  void measure(command).then((cost) => process.send?.(cost, () => process.disconnect()))
})

async function measure({ mailbox, name }: LoadCommand): Promise<LoadCost> {
  const opened = open(mailbox)
  const loadMany = (wanted: string) =>
    Promise.all(
      Array.from({ length: loadsAtOnce }, async () => {
        const id = (mailbox.ids[wanted] ?? '') as ProviderMessageId
        const { message } = await opened.loadMessage(id)
        readBody(message.body)
      }),
    )
  await loadMany(smallMessage)
  const bytesBefore = process.memoryUsage.rss()
  const turns = watchTurns()
  await loadMany(name)
  const longestTurnMs = turns.end()
  const peakBytes = process.resourceUsage().maxRSS * 1024
  return { moreBytes: Math.max(0, peakBytes - bytesBefore), longestTurnMs }
}

/**
 * Like `monitorEventLoopDelay`, but counts the processor's time, so that other programs on the
 * machine don't change the result.
 */
function watchTurns() {
  let longestMs = 0
  let before = process.threadCpuUsage()
  const measureTurn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(measureTurn, 1)
  return {
    end() {
      clearInterval(timer)
      measureTurn()
      return longestMs
    },
  }
}

function open({ provider, url, accessToken }: BenchMailbox): Mailbox {
  const options = {
    ...createTransport(),
    fetch: createKeepAliveFetch(),
    tokens: { use: <Result>(call: (token: string) => Promise<Result>) => call(accessToken) },
  }
  const push = { notificationUrl: '', lifecycleUrl: '', clientState: '' }
  return provider === 'gmail'
    ? createGmailMailbox({ ...options, apiUrl: url, pushTopic: null })
    : createMicrosoftMailbox({ ...options, graphUrl: url, push })
}
