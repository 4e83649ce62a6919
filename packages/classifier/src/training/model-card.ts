import { thresholds } from '@doorman/domain/thresholds'
import type { ModelData } from '../local/model-data.ts'
import { unpackWeights } from '../local/model-data.ts'
import { isWordFeature } from '../local/word-features.ts'
import type { Viewed } from './figures.ts'
import type { Example } from './examples.ts'
import {
  goesToSecondOpinion,
  groupBy,
  isFiltered,
  isFilteredAtBest,
  shareOf,
  toAuc,
  toPercent,
} from './figures.ts'
import type { Rival } from './rivals.ts'

export type Evaluation = {
  readonly data: ModelData
  readonly trainedOn: readonly Example[]
  readonly frozen: readonly Viewed[]
  readonly leftOut: readonly Viewed[]
  readonly rivals: readonly Rival[]
}

export function toModelCard({ data, trainedOn, frozen, leftOut, rivals }: Evaluation): string {
  const hands = leftOut.filter(({ mail }) => mail.source.startsWith('hand-'))
  const withFacts = hands.filter(({ view }) => view === 'with-facts')
  const wordsAlone = hands.filter(({ view }) => view === 'words-alone')
  const real = leftOut.filter(({ mail }) => mail.origin === 'real')
  return `# Model card: the local model

Written by \`npm run evaluate\`; do not edit. What the model is for, and what it cannot do, is said at the end.

A linear model over words, pairs of words, named signals and the envelope: ${count(data.names.split('\n').length)} features, trained by \`npm run train\` on ${count(distinct(trainedOn, 'written'))} mails written for this project by ${sourcesOf(trainedOn)} hands and ${count(distinct(trainedOn, 'real'))} collected ones. Shares carry their 95 % interval and counts. "Legit filtered" is the figure that matters: mail that should have stayed.

## How good it is

\`hand-f\` was never trained on nor looked at while anything was tuned; the shipped model judged it. "Left-out hands": for every hand and collection, a model trained in the same way without it. Thresholds were chosen on left-out written mail with facts, so that row flatters a little. All hands worked from similar briefs: mail by other people may be harder.

| Mail | Legit filtered | Cold caught | AUC |
| --- | --- | --- | --- |
${[
  row('hand-f, with facts and headers', pick(frozen, 'with-facts')),
  row('hand-f, words alone', pick(frozen, 'words-alone')),
  row('left-out hands, with facts and headers', withFacts),
  row('left-out hands, words alone', wordsAlone),
  row('real mail, words alone, by left-out collection', real),
  row(
    'of it, cold mail that somebody really got',
    real.filter(({ mail }) => !mail.isCold || mail.wasReceived),
  ),
].join('\n')}

## With a language model for the doubtful

The cascade asks for a second opinion wherever the local model is neither sure of ordinary mail nor beyond doubt. The best it can do, with a language model that is always right:

| Mail | Legit filtered | Cold caught | Legit asked about | Cold asked about |
| --- | --- | --- | --- | --- |
${cascadeRow('hand-f, with facts and headers', pick(frozen, 'with-facts'))}
${cascadeRow('left-out hands, with facts and headers', withFacts)}

Share of everyday mail that would be asked about, reckoned from \`written-legit-everyday\` with facts and one cold mail in ten: **${toInboxShare(leftOut)}**. That mail was written with many strangers in it on purpose; an inbox with more colleagues, known contacts and notifications, which rules leave alone, asks less.

## Thresholds

| Category | unsure from | set aside from | beyond doubt from |
| --- | --- | --- | --- |
${Object.entries(thresholds)
  .map(([name, { unsure, filter, certain }]) => `| ${name} | ${unsure} | ${filter} | ${certain} |`)
  .join('\n')}

## By kind of difficulty, language, category and hand

Left-out hands, with facts and headers.

| Group | Legit filtered | Cold caught |
| --- | --- | --- |
${[
  ...groupRows('difficulty', withFacts, ({ mail }) => mail.difficulty),
  ...groupRows('language', withFacts, ({ mail }) => mail.language),
  ...groupRows('category', withFacts, ({ mail }) => mail.category ?? 'legitimate'),
  ...groupRows('hand', withFacts, ({ mail }) => mail.source),
].join('\n')}

## Kinds of legitimate mail that were filtered

${toWrongKinds(withFacts)}

## Real mail by collection

| Collection | Legit filtered | Cold caught |
| --- | --- | --- |
${groupRows('', real, ({ mail }) => mail.source)
  .filter((line) => !/; \d+ of [1-9]\)/.test(line))
  .join('\n')}

## Calibration

Left-out hands, with facts and headers: of the mail with such a score, how much was cold.

| Score | Mails | Cold |
| --- | --- | --- |
${toCalibrationRows(withFacts).join('\n')}

## What weighs most

Signals and envelope, then words, by influence: weight times use in the training mail. Above zero speaks for cold outreach. \`g\` is a phrase of a signal anywhere, \`h\` near the beginning, \`t\` near the end, \`G\` three or more, \`~\` a single word that hints at it; \`w\` is a word, \`b\` a pair, \`first\` and \`last\` a word near an end, \`s\` a word of the subject.

| Signals and envelope | Words for cold | Words against |
| --- | --- | --- |
${toWeightRows(data, trainedOn).join('\n')}

## Other filters on hand-f

| Filter | Cold caught | Legit filtered |
| --- | --- | --- |
${rivals
  .map(({ name, result }) =>
    result === null
      ? `| ${name} | not installed | |`
      : `| ${name} | ${toPercent({ count: result.cold, of: coldOf(pick(frozen, 'with-facts')).length })} | ${toPercent({ count: result.legit, of: legitOf(pick(frozen, 'with-facts')).length })} |`,
  )
  .join('\n')}

## What it is for, and what it cannot do

- It judges mail from people the user has never written to, after the rules have left everything else alone. It is meant to be precise rather than complete.
- It reads words, not meaning. A stranger with a real reason who writes like a seller may be taken for one; a seller who writes like a customer stays in the inbox. Doubt keeps the mail.
- It knows English, German, French, Spanish, Portuguese, Italian and Dutch, the last six from far less mail. Other languages mostly stay in the inbox.
- The mail it learned from was composed for it, or comes from published collections: mailing lists, books of examples, one mailbox of the Enron trial. No user's mail was used.
- Mail cannot talk it into anything: its text is counted, never obeyed.
`
}

function row(title: string, judgements: readonly Viewed[]): string {
  return `| ${title} | ${toPercent(shareOf(legitOf(judgements), isFiltered))} | ${toPercent(shareOf(coldOf(judgements), isFiltered))} | ${judgements.length === 0 ? '' : toAuc(judgements).toFixed(3)} |`
}

function cascadeRow(title: string, judgements: readonly Viewed[]): string {
  const legit = legitOf(judgements)
  const cold = coldOf(judgements)
  return `| ${title} | ${toPercent(shareOf(legit, isFilteredAtBest))} | ${toPercent(shareOf(cold, isFilteredAtBest))} | ${toPercent(shareOf(legit, goesToSecondOpinion))} | ${toPercent(shareOf(cold, goesToSecondOpinion))} |`
}

function groupRows(
  title: string,
  judgements: readonly Viewed[],
  keyOf: (judgement: Viewed) => string,
): string[] {
  return groupBy(judgements, keyOf).map(
    ([key, group]) =>
      `| ${title} ${key} | ${toPercent(shareOf(legitOf(group), isFiltered))} | ${toPercent(shareOf(coldOf(group), isFiltered))} |`,
  )
}

const coldInInbox = 0.1

function toInboxShare(judgements: readonly Viewed[]): string {
  const everyday = judgements.filter(
    ({ mail, view }) => mail.source === 'written-legit-everyday' && view === 'with-facts',
  )
  const cold = judgements.filter(({ mail, view }) => mail.isCold && view === 'with-facts')
  const rateOf = (group: readonly Viewed[]) =>
    shareOf(group, goesToSecondOpinion).count / Math.max(1, group.length)
  const share = (1 - coldInInbox) * rateOf(everyday) + coldInInbox * rateOf(cold)
  return `${(share * 100).toFixed(1)} %`
}

function toWrongKinds(judgements: readonly Viewed[]): string {
  const wrong = groupBy(legitOf(judgements).filter(isFiltered), ({ mail }) => mail.kind)
  if (wrong.length === 0) return 'None.'
  return wrong.map(([kind, group]) => `${kind} (${group.length})`).join(', ')
}

function toCalibrationRows(judgements: readonly Viewed[]): string[] {
  const bounds = [0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01]
  const judged = judgements.filter(({ isSkipped }) => !isSkipped)
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0
    const group = judged.filter(({ score }) => score >= start && score < end)
    return `| ${start}–${Math.min(end, 1)} | ${group.length} | ${toPercent(shareOf(group, ({ mail }) => mail.isCold))} |`
  })
}

const shownWeights = 40

/** By influence, which is weight times how often it is used: a rare word with a large weight decides little. */
function toWeightRows(data: ModelData, examples: readonly Example[]): string[] {
  const uses = countUses(examples)
  const names = data.names.split('\n')
  const { values } = unpackWeights(data.cold, names.length)
  const influences = names.map((name, index): [string, number] => [
    name,
    (values[index] ?? 0) * ((uses.get(name) ?? 0) / examples.length),
  ])
  const words = influences
    .filter(([name]) => isWordFeature(name))
    .toSorted(([, one], [, other]) => other - one)
  const signals = influences
    .filter(([name]) => !isWordFeature(name))
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
  return Array.from({ length: shownWeights }, (_, index) => {
    const cells = [signals[index], words[index], words[words.length - 1 - index]]
    return `| ${cells.map((cell) => (cell ? `\`${cell[0]}\` ${cell[1].toFixed(3)}` : '')).join(' | ')} |`
  })
}

/** How much of each feature there is in all, so that words count by their value in a mail. */
function countUses(examples: readonly Example[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { features } of examples)
    for (const [name, value] of features ?? []) uses.set(name, (uses.get(name) ?? 0) + value)
  return uses
}

function pick(judgements: readonly Viewed[], view: Viewed['view']): Viewed[] {
  return judgements.filter((judgement) => judgement.view === view)
}

function legitOf(judgements: readonly Viewed[]): Viewed[] {
  return judgements.filter(({ mail }) => !mail.isCold)
}

function coldOf(judgements: readonly Viewed[]): Viewed[] {
  return judgements.filter(({ mail }) => mail.isCold)
}

function distinct(examples: readonly Example[], origin: 'written' | 'real'): number {
  return new Set(examples.filter(({ mail }) => mail.origin === origin).map(({ mail }) => mail.id))
    .size
}

function sourcesOf(examples: readonly Example[]): number {
  return new Set(
    examples.filter(({ mail }) => mail.origin === 'written').map(({ mail }) => mail.source),
  ).size
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}
