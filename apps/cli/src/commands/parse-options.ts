import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from './usage-error.ts'

/** Parses the options and file names of a command. An unknown option is wrong usage. */
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
