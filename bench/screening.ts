import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { judgeMail, toScreening } from '@doorman/cli/screening/judge-mail'
import { readMails } from '@doorman/cli/screening/read-mails'
import { listHostileMails } from './screening/hostile-mails.ts'
import { listMails, type BenchMail } from './screening/mails.ts'
import { measure, measureWorst, type Speed } from './screening/measure.ts'
import { measureModel } from './screening/model-file.ts'
import { otherFilters } from './screening/other-filters.ts'
import { printTable } from './screening/print-table.ts'

const { judge } = loadLocalModel()
const mails = listMails()

/** How fast mail is judged: alone, on the worst mail there is, and beside the filters people know. */
export async function benchScreening(): Promise<void> {
  const model = measureModel()
  console.log(
    `${mails.length} mails of our corpus, every sender a stranger; model ${model.sizeKb} KB (${model.gzippedKb} KB gzipped), loaded in ${model.loadMs.toFixed(0)} ms\n`,
  )
  const whole = await measureOurs()
  await measureOthers(whole)
  await measureHostile()
}

async function measureOurs(): Promise<Speed> {
  const prepared = mails
    .map(toJudged)
    .flatMap((judged) => (judged.kind === 'judged' ? judged.mail : []))
  const model = await measure(prepared, judge)
  const decision = await measure(mails, (mail) => toScreening('', toJudged(mail)))
  const whole = await measure(mails, judgeBytes)
  printTable(
    ['Doorman, one core', 'mails a core-second', 'p50 ms', 'p99 ms'],
    [
      ['local model, on prepared mail', ...toCells(model)],
      ['message to decision', ...toCells(decision)],
      ['bytes to decision, MIME included', ...toCells(whole)],
    ],
  )
  return whole
}

async function measureOthers(ours: Speed): Promise<void> {
  const rows: string[][] = []
  for (const filter of otherFilters) {
    const perCoreSecond = await filter.measure(mails.map(({ raw }) => raw))
    if (perCoreSecond === 'not-installed') rows.push([filter.name, 'not installed'])
    else if (Number.isNaN(perCoreSecond)) rows.push([filter.name, 'would not run'])
    else
      rows.push([filter.name, toRate(perCoreSecond), toRatio(ours.perCoreSecond / perCoreSecond)])
  }
  printTable(['The same mails, bytes to verdict', 'mails a core-second', 'Doorman'], rows)
}

async function measureHostile(): Promise<void> {
  const rows: string[][] = []
  for (const [name, mail] of listHostileMails()) {
    const { medianMs, worstMs } = await measureWorst(() => toScreening('', toJudged(mail)))
    rows.push([name, medianMs.toFixed(1), worstMs.toFixed(1)])
  }
  printTable(['Hostile mail, message to decision', 'median ms', 'worst ms'], rows)
}

function toJudged(mail: Pick<BenchMail, 'message' | 'known'>) {
  return judgeMail({ ...mail, id: '', where: '' }, judge)
}

async function judgeBytes({ raw }: BenchMail): Promise<void> {
  const file = { name: '', path: null, kind: 'eml', isCompressed: false, sizeBytes: 0 } as const
  for await (const item of readMails(file, inOneChunk(raw)))
    if (item.kind === 'mail') toScreening('', judgeMail(item.mail, judge))
}

async function* inOneChunk(raw: Buffer) {
  yield raw
}

function toCells({ perCoreSecond, p50Ms, p99Ms }: Speed): string[] {
  return [toRate(perCoreSecond), p50Ms.toFixed(3), p99Ms.toFixed(3)]
}

function toRate(perCoreSecond: number): string {
  return perCoreSecond.toFixed(perCoreSecond < 100 ? 1 : 0)
}

function toRatio(ratio: number): string {
  return `${ratio.toPrecision(2)} times as fast`
}
