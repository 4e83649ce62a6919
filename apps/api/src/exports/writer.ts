import type { Readable, Writable } from 'node:stream'

/**
 * A function that writes text and waits until there is room for more. If `file`, which the browser
 * reads, is closed, nothing takes the text any more and the wait would never end: it rejects.
 */
export function writerTo(target: Writable, file: Readable): (text: string) => Promise<void> {
  return (text) =>
    new Promise((resolve, reject) => {
      const isGone = () => reject(new Error('The reader has gone'))
      if (file.destroyed) return isGone()
      file.once('close', isGone)
      target.write(text, (error) => {
        file.off('close', isGone)
        if (error) reject(error)
        else resolve()
      })
    })
}
