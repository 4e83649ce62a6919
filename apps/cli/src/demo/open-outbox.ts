import type { RequestHandler } from '@doorman/api/pages/mount-pages'
import { outboxPage } from '@doorman/simulators/outbox-page'
import { stylesheet } from '@doorman/simulators/page'
import { SmtpSink } from '@doorman/simulators/smtp-sink'

export type Outbox = {
  readonly sink: SmtpSink
  readonly smtpUrl: string
  readonly pages: Readonly<Record<`/dev/${string}`, RequestHandler>>
}

/** A relay that delivers nothing and shows every email at `/dev/outbox`. */
export async function openOutbox(now?: () => Date): Promise<Outbox> {
  const sink = new SmtpSink(now)
  return {
    sink,
    smtpUrl: await sink.listen(),
    pages: { '/dev/outbox': outboxPage(sink), '/dev/simulators.css': stylesheet },
  }
}
