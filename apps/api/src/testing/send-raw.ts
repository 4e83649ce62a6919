import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Sends the parts over a socket one after the other, as a slow network would. Returns the whole
 * answer, so the request must ask for the connection to be closed.
 */
export async function sendRaw(app: FastifyInstance, ...parts: string[]): Promise<string> {
  const url = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay()
  await once(socket, 'connect')
  for (const part of parts)
    await new Promise((sent) => socket.write(part, () => setImmediate(sent)))
  return text(socket)
}
