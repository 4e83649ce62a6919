import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A command of the sender, or `message` for the end of an email's text. */
type SmtpCall = 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'message'

/** What becomes of a call at which the sender is killed. */
export type SmtpFate = 'passes' | 'cut' | 'applied-then-cut'

/**
 * A proxy between a sender and its relay, so that a test can kill the sender at any call. Returns the
 * address to send to.
 */
export async function watchSmtp(
  relayUrl: string,
  onCall: (call: SmtpCall) => SmtpFate,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(relayUrl)
  const sockets = new Set<Socket>()
  const server = createServer((sender) => {
    const relay = connect(Number(port), hostname)
    for (const [socket, other] of [
      [sender, relay],
      [relay, sender],
    ] as const) {
      sockets.add(socket)
      // A killed sender resets its connection.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.end()
      })
    }
    const readCalls = createReader()
    relay.on('data', (data) => sender.write(data))
    sender.on('data', (data) => {
      const fates = readCalls(data.toString('latin1')).map(onCall)
      if (fates.includes('cut')) relay.destroy()
      else relay.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Finds the calls in what a sender writes, however it is cut into pieces. */
function createReader(): (text: string) => SmtpCall[] {
  let rest = ''
  let isMessage = false
  return (text) => {
    rest += text
    const calls: SmtpCall[] = []
    for (;;) {
      const end = isMessage ? '\r\n.\r\n' : '\r\n'
      const at = rest.indexOf(end)
      if (at === -1) return calls
      const line = rest.slice(0, at)
      rest = rest.slice(at + end.length)
      const command = /^(?:MAIL FROM|RCPT TO|DATA)/.exec(line)?.[0] as SmtpCall | undefined
      const call = isMessage ? 'message' : command
      isMessage = call === 'DATA'
      if (call) calls.push(call)
    }
  }
}
