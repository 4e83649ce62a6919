import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { promptMails } from '../screening/prompt-mails.ts'
import { openTerminal } from '../screening/terminal.ts'

export async function prompt(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { judge } = loadLocalModel()
  process.exitCode = await promptMails(args, openTerminal(env), judge)
}
