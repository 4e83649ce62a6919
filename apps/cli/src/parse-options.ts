import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from './usage-error.ts'

/** The options and file names of a command. An option it does not know is wrong usage. */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(error.message, { cause: error })
  }
}
