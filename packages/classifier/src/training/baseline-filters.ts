import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LabelledMessage } from './read-corpus.ts'

/** The results of another filter, with its default settings, on the same messages. */
export type Baseline = {
  readonly name: string
  /** How many messages it caught; `null` if it is not installed. */
  readonly result: { readonly cold: number; readonly legit: number } | null
}

/** Cold outreach is not spam. Spam filters are the baseline that shows this. */
export function runBaselines(messages: readonly LabelledMessage[]): Baseline[] {
  return [
    {
      name: 'SpamAssassin (local tests)',
      result: countCaught(messages, 'spamassassin', runSpamAssassin),
    },
    { name: 'bogofilter (untrained)', result: countCaught(messages, 'bogofilter', runBogofilter) },
  ]
}

function countCaught(
  messages: readonly LabelledMessage[],
  program: string,
  isSpam: (raw: string, folder: string) => boolean,
): Baseline['result'] {
  if (spawnSync('which', [program]).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'doorman-baselines-'))
  try {
    const caught = messages.filter((message) => isSpam(toRaw(message), folder))
    const cold = caught.filter(({ isCold }) => isCold).length
    return { cold, legit: caught.length - cold }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runSpamAssassin(raw: string): boolean {
  const { status } = spawnSync('spamassassin', ['-L', '-e'], { input: raw, stdio: 'pipe' })
  return status !== null && status !== 0
}

function runBogofilter(raw: string, folder: string): boolean {
  return spawnSync('bogofilter', ['-d', folder], { input: raw, stdio: 'pipe' }).status === 0
}

function toRaw({ record }: LabelledMessage): string {
  const headers = Object.entries(record.headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  )
  return [
    `From: ${record.from ?? ''}`,
    `To: ${[record.to ?? []].flat().join(', ')}`,
    `Subject: ${record.subject ?? ''}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    ...headers,
    '',
    record.body ?? '',
  ].join('\n')
}
