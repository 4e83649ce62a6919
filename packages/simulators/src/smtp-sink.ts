import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export type SunkMail = {
  readonly id: number
  readonly receivedAt: Date
  readonly recipients: readonly string[]
  readonly email: Email
}

type Behaviour = 'accept' | 'try-later' | 'refuse'

const kept = 200

/**
 * An SMTP server that takes everything and delivers nothing: the demo's relay,
 * and the tests'. It answers 451 to `try-later@…` and 550 to `refuse@…`.
 */
export class SmtpSink {
  readonly mails: SunkMail[] = []
  readonly #server: SMTPServer
  #nextId = 1
  /** As a relay does whose password was changed. */
  isClosedToUs = false

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      size: 5 * 1024 * 1024,
      logger: false,
      onMailFrom: (_address, _session, done) =>
        this.isClosedToUs ? done(refusal(535, 'Who are you?')) : done(),
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
          ).then(() => done(), done)
        })
      },
    })
  }

  /** Listens on a free loopback port and says where. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async #keep(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const email = await PostalMime.parse(raw)
    this.mails.unshift({ id: this.#nextId++, receivedAt: new Date(), recipients, email })
    this.mails.length = Math.min(this.mails.length, kept)
  }
}

function behaviourFor(address: string): Behaviour {
  const name = address.split('@')[0]
  return name === 'try-later' || name === 'refuse' ? name : 'accept'
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
