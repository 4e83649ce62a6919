import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export type ReceivedEmail = {
  readonly id: number
  readonly receivedAt: Date
  readonly recipients: readonly string[]
  readonly content: Email
}

type Behaviour = 'accept' | 'try-later' | 'refuse'

/**
 * - `rejects-login`: answers 535, like a relay whose password was changed.
 * - `down`: answers 421 and takes nothing.
 * - `hangs`: takes every email, but never confirms it. The sender cannot know that it arrived.
 */
type RelayState = 'works' | 'rejects-login' | 'down' | 'hangs'

const maxKept = 200

/**
 * An SMTP server that accepts every email and delivers none, for the demo and tests.
 * It responds 451 to the recipient `try-later@…` and 550 to `refuse@…`.
 */
export class SmtpSink {
  /** As received, newest first. */
  readonly emails: ReceivedEmail[] = []
  readonly #server: SMTPServer
  readonly #now: () => Date
  #nextId = 1
  state: RelayState = 'works'

  constructor(now: () => Date = () => new Date()) {
    this.#now = now
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      size: 5 * 1024 * 1024,
      logger: false,
      // Closing does not wait longer for senders that are still connected.
      closeTimeout: 200,
      onMailFrom: (_address, _session, done) => {
        if (this.state === 'rejects-login') return done(refusal(535, 'Authentication failed'))
        if (this.state === 'down') return done(refusal(421, 'Service not available'))
        done()
      },
      onRcptTo: ({ address }, _session, done) => {
        const behaviour = behaviourFor(address)
        if (behaviour === 'try-later') return done(refusal(451, 'Try again later'))
        if (behaviour === 'refuse') return done(refusal(550, 'No such mailbox'))
        done()
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          void this.#keep(
            Buffer.concat(chunks),
            session.envelope.rcptTo.map(({ address }) => address),
          ).then(() => {
            if (this.state !== 'hangs') done()
          }, done)
        })
      },
    })
  }

  /** As mail programs show them: of several with the same Message-ID, the first that arrived. */
  get distinct(): readonly ReceivedEmail[] {
    const idOf = ({ id, content }: ReceivedEmail) => content.messageId ?? id
    return this.emails.filter(
      (email, index) => this.emails.findLastIndex((one) => idOf(one) === idOf(email)) === index,
    )
  }

  /** Listens on a free loopback port and returns its URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async #keep(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const content = await PostalMime.parse(raw)
    this.emails.unshift({ id: this.#nextId++, receivedAt: this.#now(), recipients, content })
    this.emails.length = Math.min(this.emails.length, maxKept)
  }
}

function behaviourFor(address: string): Behaviour {
  const name = address.split('@')[0]
  return name === 'try-later' || name === 'refuse' ? name : 'accept'
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
