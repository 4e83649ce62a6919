import { SmtpSink } from '@doorman/simulators/smtp-sink'
import type { ChildProcess } from 'node:child_process'
import { openService, waitUntil, type Service } from './processes.ts'
import { watchSmtp, type SmtpFate } from './smtp-calls.ts'

/**
 * The call to Stripe or to the relay at which the worker is killed, such as `GET invoices #1`, and
 * whether it is still executed.
 */
export type Crash = { readonly call: string; readonly effect: Exclude<SmtpFate, 'passes'> }

/** What was noted until the end of the watch. */
type Watched = { readonly calls: readonly string[]; readonly wasKilled: boolean }

/** A service whose one worker sends emails through a relay of its own. */
export type PaymentLane = Service & {
  /** Ids of Doorman's emails that a person's mail program shows, in alphabetical order. */
  listReceived(address: string): readonly string[]
  /** Notes the worker's calls until the end, and kills it at the one of `crash`. */
  watch(crash: Crash | null): () => Watched
  /** Waits until no job is left, including those that will be retried. */
  waitUntilIdle(): Promise<void>
}

export async function openPaymentLane(
  onEnd: (clean: () => Promise<void>) => void,
): Promise<PaymentLane> {
  const service = await openService(onEnd)
  const { world, ctx } = service.demo
  const sink = new SmtpSink()
  let noteSmtp = (_name: string): SmtpFate => 'passes'
  const relay = await watchSmtp(await sink.listen(), (call) => noteSmtp(`SMTP ${call}`))
  onEnd(async () => {
    await relay.close()
    await sink.close()
  })
  const startWorker = () => service.startWorker({ SMTP_URL: relay.url })
  let worker: ChildProcess = startWorker()

  return {
    ...service,
    listReceived: (address) =>
      sink.distinct
        .filter(({ recipients }) => recipients.includes(address))
        .map(({ content }) => /[\w-]+/.exec(content.messageId ?? '')?.[0] ?? '')
        .toSorted(),
    watch(crash) {
      const calls: string[] = []
      let isKilled = false
      /** Returns whether the worker was killed at this call. */
      const note = (name: string): boolean => {
        const count = calls.filter((call) => call.startsWith(`${name} #`)).length + 1
        const call = `${name} #${count}`
        calls.push(call)
        if (isKilled || call !== crash?.call) return false
        isKilled = true
        worker.kill('SIGKILL')
        worker = startWorker()
        return true
      }
      const effect = crash?.effect ?? 'cut'
      noteSmtp = (name) => (note(name) ? effect : 'passes')
      world.faults.push({
        provider: 'stripe',
        effect,
        // Other URLs are pages that the customer visits.
        match: ({ method, url }) => url.includes('/v1/') && note(toName(method, url)),
      })
      return () => {
        noteSmtp = () => 'passes'
        world.faults.clear()
        return { calls, wasKilled: isKilled }
      }
    },
    waitUntilIdle: () =>
      waitUntil(async () => {
        const { rowCount } = await ctx.db.execute(`
          select from pgboss.job
          where state < 'completed' and (data <> '{}' or name = 'end-customers')`)
        return rowCount === 0
      }, 'All jobs are done'),
  }
}

function toName(method: string, url: string): string {
  const path = new URL(url).pathname.replace(/^\/v1\//, '')
  return `${method} ${path.replaceAll(/\w+_\w{10,}/g, '{id}')}`
}
