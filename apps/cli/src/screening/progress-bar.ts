import type { Terminal } from './terminal.ts'

export type ProgressBar = {
  tick(messages: number): void
  addBytes(sizeBytes: number): void
  /** Takes the bar away, so that something else can be written. It is back with the next tick. */
  hide(): void
}

const shownAfterMs = 1_000
const redrawMs = 100
const barCells = 24

/** A bar on standard error, once the work takes long enough for somebody to wonder. Nothing where that is no terminal. */
export function createProgressBar(
  { stderr, now }: Pick<Terminal, 'stderr' | 'now'>,
  totalBytes: number,
): ProgressBar {
  let bytes = 0
  let isShown = false
  let drawAt = now() + shownAfterMs

  return {
    tick(messages) {
      if (!stderr.isTTY || now() < drawAt) return
      drawAt = now() + redrawMs
      isShown = true
      stderr.write(`\r\x1b[K${toBar(bytes, totalBytes)}${messages} messages`)
    },
    addBytes(sizeBytes) {
      bytes += sizeBytes
    },
    hide() {
      if (!isShown) return
      stderr.write('\r\x1b[K')
      isShown = false
      drawAt = now()
    },
  }
}

/** Of standard input nobody knows how much there is. */
function toBar(bytes: number, totalBytes: number): string {
  if (totalBytes === 0) return ''
  const share = Math.min(bytes / totalBytes, 1)
  const full = Math.round(share * barCells)
  return `${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${Math.floor(share * 100)} %  `
}
