import { Readable, Writable } from 'node:stream'
import type { Terminal } from '../exported-mail/terminal/terminal.ts'

export type FakeTerminal = Terminal & {
  /** Written to standard output so far. */
  printed(): string
  /** Written to standard error so far. */
  errors(): string
}

/** A terminal in memory. Its clock stands still unless the test passes one. */
export function createFakeTerminal({
  folder = '/',
  input = '',
  columns,
  now = () => 0,
}: {
  folder?: string
  input?: string
  /** If set, both outputs are terminals of this width. */
  columns?: number
  now?: () => number
} = {}): FakeTerminal {
  const size = columns === undefined ? {} : { isTTY: true, columns }
  const stdout = new Memory()
  const stderr = new Memory()
  return {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: Object.assign(stdout, size),
    stderr: Object.assign(stderr, size),
    folder,
    hasColours: false,
    stop: new AbortController(),
    now,
    printed: () => stdout.text,
    errors: () => stderr.text,
  }
}

class Memory extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
