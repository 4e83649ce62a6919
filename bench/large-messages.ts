import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listLargeMessages } from './large-messages/large-messages.ts'
import type { BenchMailbox, LoadCommand, LoadCost } from './large-messages/load-process.ts'
import { printTable } from './screening/print-table.ts'

const providersProgram = new URL('large-messages/providers-process.ts', import.meta.url)
const loadProgram = new URL('large-messages/load-process.ts', import.meta.url)

/** Measures what large messages cost a worker that loads nine of them at once. */
export async function benchLargeMessages(): Promise<void> {
  const providers = start(providersProgram)
  const [mailboxes] = (await once(providers, 'message')) as [readonly BenchMailbox[]]
  const rows: string[][] = []
  for (const [name] of listLargeMessages())
    for (const mailbox of mailboxes) {
      const { moreBytes, longestTurnMs } = await measure({ mailbox, name })
      rows.push([
        `${name}, ${mailbox.provider}`,
        (moreBytes / 1024 ** 2).toFixed(0),
        longestTurnMs.toFixed(0),
      ])
    }
  providers.disconnect()
  await once(providers, 'exit')
  printTable(['Nine messages loaded and read at once', 'more memory, MB', 'longest turn, ms'], rows)
}

async function measure(command: LoadCommand): Promise<LoadCost> {
  const child = start(loadProgram)
  child.send(command)
  const exit = once(child, 'exit').then(() => Promise.reject(new Error(`${command.name} failed`)))
  const [cost] = (await Promise.race([once(child, 'message'), exit])) as [LoadCost]
  await exit.catch(() => {})
  return cost
}

function start(program: URL) {
  return fork(fileURLToPath(program), { execArgv: [] })
}
