import { createReadStream } from 'node:fs'
import { addAbortSignal, pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { MailFile } from './mail-files.ts'

/** Opens a file and decompresses it. `onRead` is called with the number of bytes read from disk. */
export function openMailFile(
  { path, isCompressed }: MailFile,
  {
    stdin,
    signal,
    onRead,
  }: {
    readonly stdin: Readable
    readonly signal: AbortSignal
    readonly onRead: (sizeBytes: number) => void
  },
): AsyncIterable<Buffer> {
  const stream = path === null ? addAbortSignal(signal, stdin) : createReadStream(path, { signal })
  const bytes = counted(stream, onRead)
  // Errors surface where the decompressed bytes are read, so the callback has nothing to do.
  return isCompressed ? pipeline(bytes, createGunzip(), () => {}) : bytes
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onRead: (sizeBytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onRead(chunk.length)
    yield chunk
  }
}
