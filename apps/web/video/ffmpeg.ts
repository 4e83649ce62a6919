import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const framesPerSecond = 30

/** Explicit limited range and BT.709 colours, so that every player shows the same blue. */
const colours = toArgs(
  '-vf scale=flags=accurate_rnd+full_chroma_int:out_color_matrix=bt709:out_range=tv,format=yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709',
)
const pngsFromPipe = toArgs(`-f image2pipe -framerate ${framesPerSecond} -c:v png -i -`)

/** Encodes the frames without loss, as the source of the two encodings. */
export async function toMaster(frames: AsyncIterable<Buffer>, file: string): Promise<void> {
  await run([...pngsFromPipe, ...toArgs('-c:v libx264rgb -qp 0 -preset ultrafast'), file], frames)
}

export async function toMp4(master: string, file: string): Promise<void> {
  const codec = toArgs('-c:v libx264 -preset slower -tune animation -crf 20 -movflags +faststart')
  await run(['-i', master, ...colours, ...codec, file])
}

export async function toWebm(master: string, file: string): Promise<void> {
  const codec = toArgs('-c:v libvpx-vp9 -crf 28 -b:v 0 -g 240 -row-mt 1')
  const input = ['-i', master, ...colours, ...codec, '-passlogfile', `${master}.pass`]
  await run([...input, ...toArgs('-pass 1 -f null -')])
  await run([...input, ...toArgs('-pass 2 -cpu-used 2'), file])
}

export async function toAvif(frame: Buffer, file: string): Promise<void> {
  const still = toArgs('-c:v libaom-av1 -still-picture 1 -crf 18 -cpu-used 3')
  await run([...pngsFromPipe, ...colours, ...still, file], [frame])
}

export function toSeconds(frame: number): number {
  return frame / framesPerSecond
}

export function countFrames(seconds: number): number {
  return Math.round(seconds * framesPerSecond)
}

function toArgs(line: string): string[] {
  return line.split(' ')
}

async function run(
  args: readonly string[],
  input: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): Promise<void> {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const fed = pipeline(Readable.from(input), child.stdin)
  const [, [code]] = await Promise.all([fed, once(child, 'close')])
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
