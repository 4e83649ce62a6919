import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export type SunkMail = {
  readonly id: number
  readonly receivedAt: Date
  readonly recipients: readonly string[]
  readonly email: Email
}

/** How the relay behaves towards the next recipients; addresses may ask for it too, see `behaviourFor`. */
type Behaviour = 'accept' | 'try-later' | 'refuse' | 'hang'

const kept = 200

/**
 * An SMTP server that takes everything and delivers nothing: the demo's relay,
 * and the tests'. It answers 451 to `try-later@…`, 550 to `refuse@…` and
 * nothing at all to `hang@…`.
 */
export class SmtpSink {
  readonly mails: SunkMail[] = []
  readonly #server: SMTPServer
  #nextId = 1
  /** Overrides the manners that addresses ask for, for as long as it is set. */
  behaviour: Behaviour | null = null

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      size: 5 * 1024 * 1024,
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        const behaviour = this.behaviour ?? behaviourFor(address)
        if (behaviour === 'hang') return
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
  return name === 'try-later' || name === 'refuse' || name === 'hang' ? name : 'accept'
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
