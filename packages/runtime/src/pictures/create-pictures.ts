import { AppError } from '@doorman/domain/app-error'
import { socialSize } from '@doorman/domain/site/picture'
import { secondMs } from '@doorman/domain/time'
import type { CoverContent, PaintedPicture, Pictures } from '@doorman/services/ports/pictures'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ResizeOptions } from 'sharp'

/** About the size of a photo from a current phone. */
const maxPixels = 50_000_000
const acceptedFormats = ['jpeg', 'png', 'webp', 'heif']

export function createPictures(): Pictures {
  return {
    paintCover: runPainter,
    reencode: (upload) => encodeUpload(upload, { width: 1200, withoutEnlargement: true }),
    cropPortrait: (upload) =>
      encodeUpload(upload, { width: portraitWidth, height: portraitWidth, fit: 'cover' }),
    async cropCover(upload) {
      // Refuses an unreadable file here. A failure of the painter is then a bug, not a bad upload.
      const { bytes } = await encodeUpload(upload, { ...socialSize, fit: 'cover' })
      return runPainter(bytes)
    },
  }
}

/** Twice the size at which authors are shown, for sharp screens. */
const portraitWidth = 160

async function encodeUpload(upload: Uint8Array, size: ResizeOptions): Promise<PaintedPicture> {
  // Loaded when needed: most processes never encode a picture.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
    if (!acceptedFormats.includes((await picture.metadata()).format))
      throw new Error('Unsupported format')
    const { data, info } = await picture
      .rotate()
      .resize(size)
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    return { name: `${info.width}x${info.height}.webp`, bytes: data }
  } catch (cause) {
    // Every decoder error means that the file is not acceptable.
    throw new AppError(
      'invalid',
      'We can’t read this file. Use a JPEG, PNG, WebP or AVIF of at most 50 megapixels.',
      { cause },
    )
  }
}

const painter = fileURLToPath(new URL('painter-process.ts', import.meta.url))
/** Less than the time after which the queue starts the job again. */
const paintTimeoutMs = 100 * secondMs

/**
 * Paints in a separate process. The picture libraries take hundreds of megabytes, and the C library
 * would keep most of that memory for as long as the worker lives.
 */
async function runPainter(cover: CoverContent | Uint8Array): Promise<PaintedPicture[]> {
  const child = fork(painter, {
    execArgv: [],
    serialization: 'advanced',
    timeout: paintTimeoutMs,
    // The painter needs none of our settings and secrets. The one variable is for the C library,
    // which keeps memory per thread unless told otherwise.
    env: { MALLOC_ARENA_MAX: '2' },
  })
  const exit = once(child, 'exit')
  // If the process cannot start, both promises fail. The race below reports it.
  exit.catch(() => {})
  // Not `exit`: it may come before the last message, `disconnect` never does.
  const end = once(child, 'disconnect').then(() => [null])
  child.send(cover)
  const [pictures] = (await Promise.race([once(child, 'message'), end])) as [
    PaintedPicture[] | null,
  ]
  await exit
  if (pictures === null) throw new Error('The painter process ended without a cover')
  return pictures
}
