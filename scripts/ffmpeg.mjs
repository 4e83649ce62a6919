import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { openApt } from './apt.mjs'

export function hasFfmpeg(env = process.env) {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter)
  return folders.some((folder) =>
    ['ffmpeg', 'ffmpeg.exe'].some((name) => existsSync(join(folder, name))),
  )
}

export async function installFfmpeg() {
  const apt = await openApt(
    'Rendering the video needs ffmpeg, and none was found. Install it (on Debian: sudo apt-get install ffmpeg).',
  )
  await apt.install('ffmpeg')
}
