import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A free port on this machine, for tests and benches that start their own product. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // always an AddressInfo for a TCP server
  probe.close()
  return port
}
