import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LabelledMail } from './read-corpus.ts'

/** What another filter, as it comes, did with the same mail. */
export type Rival = {
  readonly name: string
  /** `null`: not installed here. */
  readonly result: { readonly cold: number; readonly legit: number } | null
}

/** Spam filters judge spam, and this is none: they are here to show that the job is another one. */
export function askRivals(mails: readonly LabelledMail[]): Rival[] {
  return [
    { name: 'SpamAssassin (local tests)', result: askEach(mails, 'spamassassin', askSpamAssassin) },
    { name: 'bogofilter (untrained)', result: askEach(mails, 'bogofilter', askBogofilter) },
  ]
}

function askEach(
  mails: readonly LabelledMail[],
  program: string,
  isSpam: (raw: string, folder: string) => boolean,
): Rival['result'] {
  if (spawnSync('which', [program]).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'doorman-rivals-'))
  try {
    const caught = mails.filter((mail) => isSpam(toRaw(mail), folder))
    const cold = caught.filter(({ isCold }) => isCold).length
    return { cold, legit: caught.length - cold }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function askSpamAssassin(raw: string): boolean {
  const { status } = spawnSync('spamassassin', ['-L', '-e'], { input: raw, stdio: 'pipe' })
  return status !== null && status !== 0
}

function askBogofilter(raw: string, folder: string): boolean {
  return spawnSync('bogofilter', ['-d', folder], { input: raw, stdio: 'pipe' }).status === 0
}

function toRaw({ record }: LabelledMail): string {
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
