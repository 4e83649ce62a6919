export class OversizedResponse extends Error {
  override readonly name = 'OversizedResponse'
}

/**
 * A fetch that reads at most `maxBytes` of a response and fails on a redirect: only the configured
 * endpoint was approved to receive messages.
 */
export function createLimitedFetch(fetch: typeof globalThis.fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (response.body === null) return response
    const { status, headers } = response
    return new Response(await readAtMost(response.body, maxBytes), { status, headers })
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob> {
  const reader = body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    sizeBytes += read.value.byteLength
    if (sizeBytes > maxBytes) {
      await reader.cancel()
      throw new OversizedResponse(`The language model's answer is longer than ${maxBytes} bytes`)
    }
    chunks.push(new Uint8Array(read.value))
  }
  return new Blob(chunks)
}
