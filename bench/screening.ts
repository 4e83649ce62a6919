import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { screenMessage, toScreening } from '@doorman/cli/exported-mail/screen-message'
import { readMessages } from '@doorman/cli/exported-mail/reading/read-messages'
import { listHostileMessages } from './screening/hostile-messages.ts'
import { listBenchMessages, type BenchMessage } from './screening/bench-messages.ts'
import { measure, measureWorst, type Speed } from './screening/measure.ts'
import { measureModel } from './screening/model-file.ts'
import { otherFilters } from './screening/other-filters.ts'
import { printTable } from './screening/print-table.ts'

const { judge } = loadLocalModel()
const messages = listBenchMessages()

/** Measures how fast messages, hostile ones included, are judged, compared with well-known filters. */
export async function benchScreening(): Promise<void> {
  const model = measureModel()
  console.log(
    `${messages.length} messages of our corpus, every sender a stranger; model ${model.sizeKb} KB (${model.gzippedKb} KB gzipped), loaded in ${model.loadMs.toFixed(0)} ms\n`,
  )
  const whole = await measureOurs()
  await measureOthers(whole)
  await measureHostile()
}

async function measureOurs(): Promise<Speed> {
  const judgements = await Promise.all(messages.map(toJudged))
  const prepared = judgements.flatMap((one) => (one.kind === 'judged' ? one.judgeable : []))
  const model = await measure(prepared, judge)
  const decision = await measure(messages, async (message) =>
    toScreening('', await toJudged(message)),
  )
  const whole = await measure(messages, judgeBytes)
  printTable(
    ['Doorman, one core', 'messages per core-second', 'p50 ms', 'p99 ms'],
    [
      ['local model, on prepared messages', ...toCells(model)],
      ['message to decision', ...toCells(decision)],
      ['bytes to decision, MIME included', ...toCells(whole)],
    ],
  )
  return whole
}

async function measureOthers(ours: Speed): Promise<void> {
  const rows: string[][] = []
  for (const filter of otherFilters) {
    const perCoreSecond = await filter.measure(messages.map(({ raw }) => raw))
    if (perCoreSecond === 'not-installed') rows.push([filter.name, 'not installed'])
    else if (Number.isNaN(perCoreSecond)) rows.push([filter.name, 'failed to run'])
    else
      rows.push([filter.name, toRate(perCoreSecond), toRatio(ours.perCoreSecond / perCoreSecond)])
  }
  printTable(['The same messages, bytes to verdict', 'messages per core-second', 'Doorman'], rows)
}

async function measureHostile(): Promise<void> {
  const rows: string[][] = []
  for (const [name, message] of listHostileMessages()) {
    const { medianMs, worstMs } = await measureWorst(async () =>
      toScreening('', await toJudged(message)),
    )
    rows.push([name, medianMs.toFixed(1), worstMs.toFixed(1)])
  }
  printTable(['Hostile messages, message to decision', 'median ms', 'worst ms'], rows)
}

function toJudged(message: Pick<BenchMessage, 'message' | 'sender'>) {
  return screenMessage({ ...message, id: '', where: '' }, judge)
}

async function judgeBytes({ raw }: BenchMessage): Promise<void> {
  const file = { name: '', path: null, kind: 'eml', isCompressed: false, sizeBytes: 0 } as const
  for await (const item of readMessages(file, inOneChunk(raw)))
    if (item.kind === 'message') toScreening('', await screenMessage(item.exported, judge))
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
