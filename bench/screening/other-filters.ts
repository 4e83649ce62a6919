import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timed, toCoreSeconds } from './core-seconds.ts'
import { timeRspamd } from './rspamd.ts'

type OtherFilter = {
  readonly name: string
  /** Mails a core-second, its start not counted. */
  measure(mails: readonly Buffer[]): Promise<number | 'not-installed'>
}

/** All without network, as we are. */
export const otherFilters: readonly OtherFilter[] = [
  {
    name: 'SpamAssassin -L',
    measure: (mails) =>
      compare('spamassassin', mails.slice(0, 62), 2, (some, folder) =>
        timeProgram('spamassassin', ['-L', '-x', '--mbox'], toMbox(some), folder),
      ),
  },
  {
    name: 'rspamd',
    measure: (mails) => compare('rspamd', mails.slice(0, 520), 20, timeRspamd),
  },
  {
    name: 'bogofilter, trained on them',
    measure: (mails) =>
      compare('bogofilter', mails, 1, (some, folder) => {
        // It needs words it has seen, of both kinds; which is which does not matter for its speed.
        for (const [parity, kind] of ['-s', '-n'].entries()) {
          const half = mails.filter((_, index) => index % 2 === parity)
          timeProgram('bogofilter', ['-d', folder, '-M', kind], toMbox(half), folder)
        }
        return timeProgram('bogofilter', ['-d', folder, '-M', '-v'], toMbox(some), folder)
      }),
  },
]

/** What the start costs falls out of the difference between a few mails and many. */
async function compare(
  program: string,
  mails: readonly Buffer[],
  few: number,
  coreSeconds: (mails: readonly Buffer[], folder: string) => Promise<number> | number,
): Promise<number | 'not-installed'> {
  if (spawnSync(program, ['--version']).error) return 'not-installed'
  const folder = mkdtempSync(join(tmpdir(), 'doorman-bench-'))
  try {
    const forFew = await coreSeconds(mails.slice(0, few), folder)
    const forAll = await coreSeconds(mails, folder)
    return (mails.length - few) / (forAll - forFew)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const patienceMs = 40_000

/** The core-seconds that a program and its children take for this input; `NaN` if it does not come to an end. */
function timeProgram(
  program: string,
  args: readonly string[],
  input: Buffer,
  folder: string,
): number {
  const inputFile = join(folder, 'input.mbox')
  writeFileSync(inputFile, input)
  const stdin = openSync(inputFile, 'r')
  const { stdout, error } = spawnSync('sh', ['-c', timed, 'sh', program, ...args], {
    stdio: [stdin, 'pipe', 'inherit'],
    encoding: 'utf8',
    cwd: folder,
    timeout: patienceMs,
  })
  closeSync(stdin)
  return error ? NaN : toCoreSeconds(stdout)
}

function toMbox(mails: readonly Buffer[]): Buffer {
  return Buffer.concat(
    mails.flatMap((mail) => [
      Buffer.from('From bench Mon Jan  1 00:00:00 2024\n'),
      Buffer.from(mail.toString('latin1').replaceAll(/^(>*From )/gm, '>$1'), 'latin1'),
      Buffer.from('\n'),
    ]),
  )
}
