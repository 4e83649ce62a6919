import { thresholds } from '@doorman/domain/thresholds'
import { unpackNames, type ModelData } from '../local/model-data.ts'
import type { Example, Examples, View } from './examples.ts'
import {
  goesToSecondOpinion,
  groupBy,
  isFiltered,
  isFilteredAtBest,
  shareOf,
  toAuc,
  toPercent,
  type Judgement,
} from './figures.ts'
import type { Rival } from './rivals.ts'
import { toWeightRows } from './weight-table.ts'

export type Evaluation = {
  readonly data: ModelData
  readonly trainedOn: Examples
  readonly frozen: readonly Judgement[]
  readonly leftOut: readonly Judgement[]
  readonly inboxes: readonly InboxJudged[]
  readonly rivals: readonly Rival[]
}

type InboxJudged = {
  readonly name: string
  readonly judgements: readonly Pick<Judgement, 'verdict'>[]
}

export function toModelCard(evaluation: Evaluation): string {
  const { data, trainedOn, frozen, leftOut, inboxes, rivals } = evaluation
  const hands = leftOut.filter(({ mail }) => mail.source.startsWith('hand-'))
  const withFacts = pick(hands, 'with-facts')
  const real = pick(
    leftOut.filter(({ mail }) => mail.origin === 'real'),
    'words-alone',
  )
  const frozenHands = groupBy(frozen, ({ mail }) => mail.source)
  return `# Model card: the local model

Written by \`npm run evaluate\`; do not edit. What the model is for, and what it cannot do, is said at the end.

A linear model over words, pairs and threes of words, named signals and the envelope: ${count(unpackNames(data.names).length)} features, trained by \`npm run train\` on ${count(distinct(trainedOn.all, 'written'))} mails written for this project by ${sourcesOf(trainedOn.all)} hands and ${count(distinct(trainedOn.all, 'real'))} collected ones. Shares carry their 95 % interval and counts. "Legit filtered" is the figure that matters: mail that should have stayed.

## How good it is

${toList(frozenHands.map(([name]) => `\`${name}\``))} were never trained on; the shipped model judged them. No limit, phrase or brief was made for them, but for the limit from which the cascade asks: it was chosen with an eye on what the cascade missed in them; their figures were seen before the last limits and phrases were settled. "Left-out hands": for every hand, a model trained in the same way without it and a sixth of the other hands; for every collection, one without it and a sixth of the other collections. Thresholds were chosen on left-out written mail with facts: at most 0.75 % of its legitimate mail may be set aside, and 1.1 % of all left-out legitimate mail of which only the words are known. Both shares were chosen with the rows below in view, the second so that the collected mail stays below half a percent; from where on the cascade asks was chosen so that everyday mail stays below its goal. The briefs of \`hand-aj\`, \`hand-ak\`, \`hand-al\` and \`hand-an\` and some of our phrases were written by somebody who had read what the model got wrong in collected mail; the briefs of \`hand-ao\` to \`hand-bc\` name only the readers, the languages and how much is cold, those of \`hand-bd\` to \`hand-bv\` a register and who writes in it. \`hand-bw\` to \`hand-ck\` were asked for circulars, mail written to many, notes, requests and some kinds of pitches because such mail of the collections had been judged wrongly. So the rows about left-out hands and about collected mail flatter a little. All hands worked from similar briefs: mail by other people may be harder. "Words alone" is subject and body, without sender, recipient, headers and facts.

| Mail | Legit filtered | Cold caught | AUC |
| --- | --- | --- | --- |
${[
  ...frozenHands.flatMap(([name, judgements]) => handRows(name, judgements)),
  ...handRows('left-out hands', hands),
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
${frozenHands.map(([name, judgements]) => cascadeRow(`${name}, with facts and headers`, pick(judgements, 'with-facts'))).join('\n')}
${cascadeRow('left-out hands, with facts and headers', withFacts)}

How much of an inbox that is, after the rules: everyday mail is \`written-legit-everyday\`, left out, with one cold mail in ten added. It has many strangers in it on purpose. The others are the mailboxes of the demo, judged by the shipped model in the order in which the mail came; read by eye, about a third of what they get is cold, far more than most people's.

| Inbox | Left alone by rules | Asked about | Set aside without asking |
| --- | --- | --- | --- |
| everyday mail, one in ten cold | | ${toEverydayShare(leftOut)} | |
${inboxes.map(inboxRow).join('\n')}

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

Signals and envelope, then words, by influence: weight times use in the training mail. Above zero speaks for cold outreach. \`g\` is a phrase of a signal anywhere, \`h\` near the beginning, \`t\` near the end, \`~\` a word or a loose phrase that hints at it; \`w\` is a word, \`b\` a pair, \`three\` three in a row, \`first\` and \`last\` a word near an end, \`s\` a word of the subject.

| Signals and envelope | Words for cold | Words against |
| --- | --- | --- |
${toWeightRows(data, trainedOn).join('\n')}

## Other filters on the frozen hands

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

function row(title: string, judgements: readonly Judgement[]): string {
  return `| ${title} | ${toPercent(shareOf(legitOf(judgements), isFiltered))} | ${toPercent(shareOf(coldOf(judgements), isFiltered))} | ${judgements.length === 0 ? '' : toAuc(judgements).toFixed(3)} |`
}

function handRows(name: string, judgements: readonly Judgement[]): string[] {
  return [
    row(`${name}, with facts and headers`, pick(judgements, 'with-facts')),
    row(`${name}, words alone`, pick(judgements, 'words-alone')),
  ]
}

function cascadeRow(title: string, judgements: readonly Judgement[]): string {
  const legit = legitOf(judgements)
  const cold = coldOf(judgements)
  return `| ${title} | ${toPercent(shareOf(legit, isFilteredAtBest))} | ${toPercent(shareOf(cold, isFilteredAtBest))} | ${toPercent(shareOf(legit, goesToSecondOpinion))} | ${toPercent(shareOf(cold, goesToSecondOpinion))} |`
}

function inboxRow({ name, judgements }: InboxJudged): string {
  const skipped = shareOf(judgements, ({ verdict }) => verdict === null)
  const certain = shareOf(judgements, isCertain)
  return `| ${name} | ${toPercent(skipped)} | ${toPercent(shareOf(judgements, goesToSecondOpinion))} | ${toPercent(certain)} |`
}

function isCertain({ verdict }: Pick<Judgement, 'verdict'>): boolean {
  return verdict !== null && verdict.score >= thresholds[verdict.category].certain
}

function groupRows(
  title: string,
  judgements: readonly Judgement[],
  keyOf: (judgement: Judgement) => string,
): string[] {
  return groupBy(judgements, keyOf).map(
    ([key, group]) =>
      `| ${title} ${key} | ${toPercent(shareOf(legitOf(group), isFiltered))} | ${toPercent(shareOf(coldOf(group), isFiltered))} |`,
  )
}

const coldInInbox = 0.1

function toEverydayShare(judgements: readonly Judgement[]): string {
  const judged = pick(judgements, 'with-facts')
  const everyday = judged.filter(({ mail }) => mail.source === 'written-legit-everyday')
  const cold = coldOf(judged)
  const rateOf = (group: readonly Judgement[]) =>
    shareOf(group, goesToSecondOpinion).count / Math.max(1, group.length)
  const share = (1 - coldInInbox) * rateOf(everyday) + coldInInbox * rateOf(cold)
  return `${(share * 100).toFixed(1)} %`
}

function toWrongKinds(judgements: readonly Judgement[]): string {
  const wrong = groupBy(legitOf(judgements).filter(isFiltered), ({ mail }) => mail.kind)
  if (wrong.length === 0) return 'None.'
  return wrong.map(([kind, group]) => `${kind} (${group.length})`).join(', ')
}

function toCalibrationRows(judgements: readonly Judgement[]): string[] {
  const bounds = [0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01]
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0
    const group = judgements.filter(
      ({ verdict }) => verdict !== null && verdict.score >= start && verdict.score < end,
    )
    return `| ${start}–${Math.min(end, 1)} | ${group.length} | ${toPercent(shareOf(group, ({ mail }) => mail.isCold))} |`
  })
}

function pick(judgements: readonly Judgement[], view: View): Judgement[] {
  return judgements.filter((judgement) => judgement.view === view)
}

function legitOf(judgements: readonly Judgement[]): Judgement[] {
  return judgements.filter(({ mail }) => !mail.isCold)
}

function coldOf(judgements: readonly Judgement[]): Judgement[] {
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

function toList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
