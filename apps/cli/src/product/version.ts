import { readFile } from 'node:fs/promises'

/** The version of Doorman, such as 0.2.0. */
export async function loadVersion(): Promise<string> {
  const file = new URL('../../../../package.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'))
  return version
}
