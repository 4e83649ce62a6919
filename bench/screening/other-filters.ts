import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timedScript, toCoreSeconds } from './core-seconds.ts'
import { timeRspamd } from './rspamd.ts'

type OtherFilter = {
  readonly name: string
  /** Messages per core-second, without the time to start. */
  measure(messages: readonly Buffer[]): Promise<number | 'not-installed'>
}

/** All run without network access, as Doorman does. */
export const otherFilters: readonly OtherFilter[] = [
  {
    name: 'SpamAssassin -L',
    measure: (messages) =>
      compare('spamassassin', messages.slice(0, 62), 2, (some, folder) =>
        timeProgram('spamassassin', ['-L', '-x', '--mbox'], toMbox(some), folder),
      ),
  },
  {
    name: 'rspamd',
    measure: (messages) => compare('rspamd', messages.slice(0, 520), 20, timeRspamd),
  },
  {
    name: 'bogofilter, trained on them',
    measure: (messages) =>
      compare('bogofilter', messages, 1, (some, folder) => {
        // bogofilter needs words of both labels. Which label a message gets does not affect its
        // speed.
        for (const [parity, kind] of ['-s', '-n'].entries()) {
          const half = messages.filter((_, index) => index % 2 === parity)
          timeProgram('bogofilter', ['-d', folder, '-M', kind], toMbox(half), folder)
        }
        return timeProgram('bogofilter', ['-d', folder, '-M', '-v'], toMbox(some), folder)
      }),
  },
]

/** Measures a few messages and all of them: the difference does not include the time to start. */
async function compare(
  program: string,
  messages: readonly Buffer[],
  few: number,
  coreSeconds: (messages: readonly Buffer[], folder: string) => Promise<number> | number,
): Promise<number | 'not-installed'> {
  if (spawnSync(program, ['--version']).error) return 'not-installed'
  const folder = mkdtempSync(join(tmpdir(), 'doorman-bench-'))
  try {
    const forFew = await coreSeconds(messages.slice(0, few), folder)
    const forAll = await coreSeconds(messages, folder)
    return (messages.length - few) / (forAll - forFew)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const programTimeoutMs = 40_000

/** The core-seconds of a program and its children for this input; `NaN` if it times out. */
function timeProgram(
  program: string,
  args: readonly string[],
  input: Buffer,
  folder: string,
): number {
  const inputFile = join(folder, 'input.mbox')
  writeFileSync(inputFile, input)
  const stdin = openSync(inputFile, 'r')
  const { stdout, error } = spawnSync('sh', ['-c', timedScript, 'sh', program, ...args], {
    stdio: [stdin, 'pipe', 'inherit'],
    encoding: 'utf8',
    cwd: folder,
    timeout: programTimeoutMs,
  })
  closeSync(stdin)
  return error ? NaN : toCoreSeconds(stdout)
}

function toMbox(messages: readonly Buffer[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => [
      Buffer.from('From bench Mon Jan  1 00:00:00 2024\n'),
      Buffer.from(message.toString('latin1').replaceAll(/^(>*From )/gm, '>$1'), 'latin1'),
      Buffer.from('\n'),
    ]),
  )
}
