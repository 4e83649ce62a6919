import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { screenFiles } from '../exported-mail/screen-files.ts'
import { openTerminal } from '../exported-mail/terminal/terminal.ts'

export async function screen(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { judge } = loadLocalModel()
  process.exitCode = await screenFiles(args, openTerminal(env), judge)
}
