import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { promptMessages } from '../exported-mail/prompt-messages.ts'
import { openTerminal } from '../exported-mail/terminal/terminal.ts'

export async function prompt(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { judge } = loadLocalModel()
  process.exitCode = await promptMessages(args, openTerminal(env), judge)
}
