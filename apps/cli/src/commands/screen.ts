import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { screenFiles } from '../screening/screen-files.ts'
import { openTerminal } from '../screening/terminal.ts'

export async function screen(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { judge } = loadLocalModel()
  process.exitCode = await screenFiles(args, openTerminal(env), judge)
}
