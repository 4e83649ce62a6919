import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A connection to a Node process that was started with `--inspect`. */
export type Inspector = {
  /** Bytes in use after a full garbage collection. */
  loadLiveBytes(): Promise<number>
  takeSnapshot(): Promise<string>
  close(): void
}

type Answer = {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly chunk?: string }
  readonly result?: unknown
}

const connectTimeoutMs = 30_000

export async function openInspector(port: number): Promise<Inspector> {
  const socket = new WebSocket(await loadAddress(port))
  await once(socket, 'open')
  const waiting = new Map<number, (result: unknown) => void>()
  let chunks: string[] = []
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result } = JSON.parse(String(data)) as Answer
    if (method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(params?.chunk ?? '')
    if (id !== undefined) waiting.get(id)?.(result)
  })
  const ask = (method: string, params: Readonly<Record<string, unknown>> = {}) => {
    const id = (lastId += 1)
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise<unknown>((resolve) => waiting.set(id, resolve))
  }
  return {
    async loadLiveBytes() {
      await ask('HeapProfiler.collectGarbage')
      const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number }
      return usedSize
    },
    async takeSnapshot() {
      chunks = []
      await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      const text = chunks.join('')
      chunks = []
      return text
    },
    close: () => socket.close(),
  }
}

async function loadAddress(port: number): Promise<string> {
  const signal = AbortSignal.timeout(connectTimeoutMs)
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`, { signal }).catch(() => null)
    if (response?.ok) {
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
      if (target) return target.webSocketDebuggerUrl
    }
    await sleep(100, undefined, { signal })
  }
}
