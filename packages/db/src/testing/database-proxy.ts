import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type DatabaseProxy = {
  readonly url: string
  /** Breaks open connections, and new ones as soon as they are made. */
  cut(): void
  /** New connections work again. */
  restore(): void
  /** The connections that are open now stay open, but nothing passes any more. */
  stall(): void
  close(): void
}

/** Forwards connections to a database, and can fail as a network does. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const database = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const upstream = connect(Number(database.port), '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Always an AddressInfo for a TCP server.
  const { port } = server.address() as AddressInfo
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: Object.assign(new URL(database), { port: String(port) }).href,
    // The proxy keeps its port: another test could take a free one.
    cut() {
      isCut = true
      breakAll()
    },
    restore: () => void (isCut = false),
    stall() {
      for (const socket of open) socket.unpipe().removeAllListeners('data').resume()
    },
    close() {
      breakAll()
      server.close()
    },
  }
}
