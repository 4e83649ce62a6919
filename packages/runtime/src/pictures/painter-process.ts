import type { CoverContent } from '@doorman/services/ports/pictures'
import sharp from 'sharp'
import { cropCover, paintCover } from './paint-cover.ts'

// Paints one cover and ends. Started by create-pictures.ts.

// One thread needs a fraction of the memory that four need.
sharp.concurrency(1)
sharp.cache(false)

process.once('disconnect', () => process.exit(1))
process.once('message', (cover: CoverContent | Uint8Array) => {
  const pictures = cover instanceof Uint8Array ? cropCover(cover) : paintCover(cover)
  void pictures.then((files) => process.send?.(files, () => process.exit()))
})
