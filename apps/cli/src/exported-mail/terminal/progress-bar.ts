import type { Terminal } from './terminal.ts'

export type ProgressBar = {
  tick(messages: number): void
  addBytes(sizeBytes: number): void
  /** Removes the bar so that something else can be printed. The next tick draws it again. */
  hide(): void
}

const shownAfterMs = 1_000
const redrawMs = 100
const barCells = 24

/**
 * Draws a bar on standard error once the work takes over a second. Draws nothing if standard error
 * is not a terminal.
 */
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

/** Empty for standard input, whose size is unknown. */
function toBar(bytes: number, totalBytes: number): string {
  if (totalBytes === 0) return ''
  const share = Math.min(bytes / totalBytes, 1)
  const full = Math.round(share * barCells)
  return `${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${Math.floor(share * 100)} %  `
}
