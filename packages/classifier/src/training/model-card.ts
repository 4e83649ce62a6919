import { thresholds } from '@doorman/domain/screening/thresholds'
import { unpackNames, type ModelData } from '../model/model-data.ts'
import type { Example, Examples, View } from './examples.ts'
import {
  goesToSecondOpinion,
  groupBy,
  isFiltered,
  isFilteredByPerfectCascade,
  shareOf,
  toAuc,
  toPercent,
  type JudgedExample,
} from './figures.ts'
import type { Baseline } from './baseline-filters.ts'
import { toWeightRows } from './weight-table.ts'

export type Evaluation = {
  readonly data: ModelData
  readonly trainedOn: Examples
  readonly frozen: readonly JudgedExample[]
  /** Messages by the late authors (see `lateSources`). */
  readonly late: readonly JudgedExample[]
  readonly leftOut: readonly JudgedExample[]
  readonly inboxes: readonly JudgedInbox[]
  readonly baselines: readonly Baseline[]
}

type JudgedInbox = {
  readonly name: string
  readonly judgements: readonly Pick<JudgedExample, 'verdict'>[]
}

export function toModelCard(evaluation: Evaluation): string {
  const { data, trainedOn, frozen, late, leftOut, inboxes, baselines } = evaluation
  const authors = leftOut.filter(({ message }) => message.source.startsWith('author-'))
  const withFacts = pick(authors, 'with-facts')
  const collected = pick(
    leftOut.filter(({ message }) => message.origin === 'collected'),
    'words-alone',
  )
  const frozenAuthors = groupBy(frozen, ({ message }) => message.source)
  const authorCount = countSources(trainedOn.all)
  return `# Model card: the local model

Written by \`npm run evaluate\`; do not edit.

- **What it does.** It reads an email from a stranger and says how likely it is to be cold outreach. It runs on Doorman's own machine or in your browser, and sends nothing anywhere.
- **What it gets wrong.** Of 1,000 legitimate messages, all of them from strangers, new customers or services, it would filter about ${perThousand(withFacts)}. Every one of them stays readable under a label, and can be restored.
- **What it misses.** Alone it catches about ${perHundred(withFacts, isFiltered)} of 100 pitches. In doubt a message stays in the inbox.
- **With a language model.** One that always decided the doubtful ones correctly would raise that to ${perHundred(withFacts, isFilteredByPerfectCascade)} of 100. It would be asked about ${toEverydayShare(leftOut)} of the everyday messages in our tests.
- **Languages.** It knows English best, and German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech, Swedish, Danish and Russian well enough to filter what it is sure of. In any other language it never filters by words alone.
- **How it was measured.** On messages it was not trained on, by authors it had not read before.
- **Who wrote the messages.** ${count(countMessages(trainedOn.all, 'written'))} were written for this project by ${authorCount} authors. **Our authors are language models.** They stand for styles, not for people: messages by real senders may be harder to judge.
- **Real messages.** ${count(countMessages(trainedOn.all, 'collected'))} were collected from mailing lists, books of examples and one mailbox of the public Enron email dataset. No messages of users were used.
- **What it is not for.** Spam, phishing and malware, which mail providers filter. It reads words, not meaning: a stranger with a good reason who writes like a seller may be filtered, and a seller who writes like a customer stays in the inbox.
- **A message can't give it instructions.** Words are counted, never obeyed.

| Messages | Legit filtered | Cold caught |
| --- | --- | --- |
${summaryRow('by late authors, with facts and headers', pick(late, 'with-facts'), isFiltered)}
${summaryRow('the same, if a language model decided every doubtful one correctly', pick(late, 'with-facts'), isFilteredByPerfectCascade)}
${summaryRow('the same, words alone', pick(late, 'words-alone'), isFiltered)}
${summaryRow('by frozen authors, with facts and headers', pick(frozen, 'with-facts'), isFiltered)}
${summaryRow('by left-out authors, with facts and headers', withFacts, isFiltered)}
${summaryRow('the same, if a language model decided every doubtful one correctly', withFacts, isFilteredByPerfectCascade)}
${summaryRow('collected, words alone', collected, isFiltered)}

"Legit filtered" is the figure that matters: messages that should have stayed in the inbox. The model has ${count(unpackNames(data.names).length)} features: words, stems, pairs and triples of words, named signals such as "asks for a call", and facts about the envelope. A message in a language other than English is also looked up, word by word, in a small dictionary, because the model learnt most from English.

## How it was measured

Percentages come with their 95 % interval and counts.

- **With facts and headers**: the model also sees the sender, the headers, and what the mailbox knows about the sender. **Words alone**: only subject and body.
- **Late authors**: ${toList(groupBy(late, ({ message }) => message.source).map(([name]) => `\`${name}\``))} each invented a few people and wrote the messages that reach them within some weeks, after training messages, features and limits were fixed. They had not seen the model, its mistakes or the messages of other authors. After their first figures the model was trained again, because rules, views and the fitting of limits had changed. Nothing was chosen by their figures.
- **Frozen authors**: ${toList(frozenAuthors.map(([name]) => `\`${name}\``))} were never trained on, and the shipped model judged them. No threshold, phrase or brief was made for them, with one exception: the score from which the cascade asks was chosen after seeing what the cascade missed in them. Their figures were also seen before the last thresholds and phrases were fixed.
- **Left-out authors and collections**: each author was judged by a model trained in the same way without that author and a fifth of the others in the same language. Each collection was judged by a model without it and a third of the others.
- **Thresholds** were chosen on left-out messages.
- **Calibration** is separate for each language, with and without facts, so that a score means the same error rate everywhere. Limits lower it: in every language at most 0.5 % of the legitimate left-out messages with facts may be filtered, and 0.75 % of those judged by words alone, or one message if a language has 100 to 200 of them. For collected ones, judged by words alone, the limit is 0.4 %. In a language with fewer than 100 legitimate messages nothing is filtered.
- **Limits are measured on messages they were not fitted to.** Each fold below, a fifth of the authors, was judged with limits fitted on the other folds. So more may be filtered than a limit allows. Only the thresholds, which are the same for all languages, were chosen on all folds.
- **Briefs**, the instructions that an author worked from: those of \`author-aj\`, \`author-ak\`, \`author-al\` and \`author-an\`, and some of our phrases, were written after reading what the model got wrong in collected messages. \`author-ao\` to \`author-bc\` were told only the readers, the languages and how much is cold; \`author-bd\` to \`author-bv\` a register and who writes in it. \`author-bw\` to \`author-ck\` were asked for circulars, messages written to many, notes, requests and some kinds of pitches, because such collected messages had been judged wrongly. \`author-cl\` and later ones wrote in eleven languages, much of it what products and institutions send their own users, because such messages had been judged wrongly outside English.

So the rows about left-out authors and about collected messages are a little too good.

## All figures

| Messages | Legit filtered | Cold caught | AUC |
| --- | --- | --- | --- |
${[
  ...frozenAuthors.flatMap(([name, judged]) => viewRows(name, judged)),
  ...groupBy(late, ({ message }) => message.source).flatMap(([name, judged]) =>
    viewRows(name, judged),
  ),
  ...viewRows('left-out authors', authors),
  row('collected messages, words alone, left-out collections', collected),
  row(
    'the same, only cold messages that were really received',
    collected.filter(({ message }) => !message.isCold || message.wasReceived),
  ),
].join('\n')}

## With a language model for doubtful messages

The cascade asks a language model where its answer is worth most: about messages that would be kept but may well be cold, about those that would be filtered without certainty, and, from a third of the score on, about those that claim a history or praise the reader. These are its upper bounds, with a language model that is always right:

| Messages | Legit filtered | Cold caught | Legit asked about | Cold asked about |
| --- | --- | --- | --- | --- |
${frozenAuthors.map(([name, judged]) => cascadeRow(`${name}, with facts and headers`, pick(judged, 'with-facts'))).join('\n')}
${cascadeRow('late authors', pick(late, 'with-facts'))}
${cascadeRow('left-out authors, with facts and headers', withFacts)}
${cascadeRow('left-out authors, words alone', pick(authors, 'words-alone'))}

How much of an inbox the cascade asks about, after the rules: everyday messages are \`written-legit-everyday\`, left out, with one cold message added for every nine. They include many strangers on purpose. The other inboxes are those of the demo, judged by the shipped model in order of arrival. About a third of their messages are cold, far more than in most inboxes.

| Inbox | Kept by rules | Asked about | Filtered without asking |
| --- | --- | --- | --- |
| everyday messages, one in ten cold | | ${toEverydayShare(leftOut)} | |
${inboxes.map(inboxRow).join('\n')}

## Thresholds

| Category | unsure from | filtered from | certain from |
| --- | --- | --- | --- |
${Object.entries(thresholds)
  .map(([name, { unsure, filter, certain }]) => `| ${name} | ${unsure} | ${filter} | ${certain} |`)
  .join('\n')}

## By difficulty, language, category and author

Left-out authors, with facts and headers.

| Group | Legit filtered | Cold caught |
| --- | --- | --- |
${[
  ...groupRows('difficulty ', withFacts, ({ message }) => message.difficulty),
  ...groupRows('language ', withFacts, ({ message }) => message.language),
  ...groupRows('category ', withFacts, ({ message }) => message.category ?? 'legitimate'),
  ...groupRows('', withFacts, ({ message }) => message.source),
].join('\n')}

## By language, words alone

| Language | Legit filtered, left-out authors | Cold caught, left-out authors | Legit filtered, late authors | Cold caught, late authors |
| --- | --- | --- | --- | --- |
${languageRows(pick(authors, 'words-alone'), pick(late, 'words-alone')).join('\n')}

## Kinds of legitimate messages that were filtered

Left-out authors, with facts and headers.

${toWrongKinds(withFacts)}

## Collected messages by collection

Words alone. Collections with fewer than ten messages are not listed.

| Collection | Legit filtered | Cold caught |
| --- | --- | --- |
${groupRows('', collected, ({ message }) => message.source)
  .filter((line) => !/; \d+ of [1-9]\)/.test(line))
  .join('\n')}

## Calibration

How many messages with a given score were cold. Left-out authors, with facts and headers.

| Score | Messages | Cold |
| --- | --- | --- |
${toCalibrationRows(withFacts).join('\n')}

## What weighs most

Features by influence, which is weight times use in the training messages. Above zero is evidence for cold outreach. \`g\` is a phrase of a signal anywhere, \`h\` near the beginning, \`t\` near the end; \`~\` marks a word or loose phrase that only hints at the signal. \`w\` is a word, \`b\` a pair, \`three\` a triple, \`first\` and \`last\` a word near the beginning or the end, \`s\` a word of the subject. \`e\` is the envelope, \`has\` something the message contains, \`l\` its length, \`n\` the number of signals, \`p\` pronouns and \`q\` questions.

| Signals and envelope | Words for cold | Words against |
| --- | --- | --- |
${toWeightRows(data, trainedOn).join('\n')}

## What we tried that did not pay

Each variant was trained for the same folds and compared at the score at which 0.5 % of the legitimate left-out messages are filtered. The differences are in percentage points, with 95 % intervals from resampling the sources. Every interval includes zero, so the model stayed as it is.

| Cold caught | With facts | Words alone | Words alone, not English | Collected |
| --- | --- | --- | --- | --- |
| today's features | 74 % | 70 % | 59 % | 91 % |
| pieces of words (3 to 5 letters, hashed) for languages other than English | +0.9 (-1.7 to 2.3) | +0.2 (-1.8 to 3.1) | +3.9 (-0.7 to 7.7) | -0.9 (-12.5 to 14.6) |
| pairs of signals, and of signals and envelope | +0.4 (-1.0 to 3.5) | -0.4 (-2.0 to 1.2) | +0.4 (-2.7 to 2.5) | -0.9 (-2.8 to 1.6) |
| messages in other languages count twice | -0.1 (-1.9 to 1.6) | -0.9 (-2.4 to 1.2) | +0.5 (-1.5 to 3.5) | -1.7 (-3.3 to 1.2) |

- Headers without facts about the sender: 68 % of the cold messages instead of 71 % by words alone, and with the limits for words alone 1.2 instead of 0.7 % of the legitimate ones would be filtered. So headers are left out where no facts are known.
- Limits that lower only scores above 0.5, with \`unsure\` chosen after them: at the same share of cold messages below \`unsure\`, the cascade would ask about 16.9 instead of 17.0 % of the legitimate ones.
- How uncertain all this is: dealing the same authors into other folds moves the first figure of the table between 74 and 78 %.

## Other filters on the frozen authors

Spam filters look for spam, which cold outreach is not.

| Filter | Cold caught | Legit filtered |
| --- | --- | --- |
${baselines
  .map(({ name, result }) =>
    result === null
      ? `| ${name} | not installed | |`
      : `| ${name} | ${toPercent({ count: result.cold, of: coldOf(pick(frozen, 'with-facts')).length })} | ${toPercent({ count: result.legit, of: legitOf(pick(frozen, 'with-facts')).length })} |`,
  )
  .join('\n')}
`
}

function summaryRow(
  title: string,
  judged: readonly JudgedExample[],
  isCaught: (judged: JudgedExample) => boolean,
): string {
  return `| ${title} | ${toPercent(shareOf(legitOf(judged), isCaught))} | ${toPercent(shareOf(coldOf(judged), isCaught))} |`
}

function row(title: string, judged: readonly JudgedExample[]): string {
  return `| ${title} | ${toPercent(shareOf(legitOf(judged), isFiltered))} | ${toPercent(shareOf(coldOf(judged), isFiltered))} | ${judged.length === 0 ? '' : toAuc(judged).toFixed(3)} |`
}

function viewRows(name: string, judged: readonly JudgedExample[]): string[] {
  return [
    row(`${name}, with facts and headers`, pick(judged, 'with-facts')),
    row(`${name}, words alone`, pick(judged, 'words-alone')),
  ]
}

function cascadeRow(title: string, judged: readonly JudgedExample[]): string {
  const legit = legitOf(judged)
  const cold = coldOf(judged)
  return `| ${title} | ${toPercent(shareOf(legit, isFilteredByPerfectCascade))} | ${toPercent(shareOf(cold, isFilteredByPerfectCascade))} | ${toPercent(shareOf(legit, goesToSecondOpinion))} | ${toPercent(shareOf(cold, goesToSecondOpinion))} |`
}

function inboxRow({ name, judgements }: JudgedInbox): string {
  const kept = shareOf(judgements, ({ verdict }) => verdict === null)
  const certain = shareOf(judgements, isCertain)
  return `| ${name} | ${toPercent(kept)} | ${toPercent(shareOf(judgements, goesToSecondOpinion))} | ${toPercent(certain)} |`
}

function isCertain({ verdict }: Pick<JudgedExample, 'verdict'>): boolean {
  return verdict !== null && verdict.score >= thresholds[verdict.category].certain
}

function groupRows(
  title: string,
  judged: readonly JudgedExample[],
  keyOf: (judged: JudgedExample) => string,
): string[] {
  return groupBy(judged, keyOf).map(
    ([key, group]) =>
      `| ${title}${key} | ${toPercent(shareOf(legitOf(group), isFiltered))} | ${toPercent(shareOf(coldOf(group), isFiltered))} |`,
  )
}

function languageRows(
  authors: readonly JudgedExample[],
  late: readonly JudgedExample[],
): readonly string[] {
  return groupBy(authors, ({ message }) => message.language).map(([language, group]) => {
    const later = late.filter(({ message }) => message.language === language)
    const cells = [group, later].flatMap((judged) => [
      toPercent(shareOf(legitOf(judged), isFiltered)),
      toPercent(shareOf(coldOf(judged), isFiltered)),
    ])
    return `| ${language} | ${cells.join(' | ')} |`
  })
}

function perThousand(judged: readonly JudgedExample[]): string {
  const { count: wrong, of } = shareOf(legitOf(judged), isFiltered)
  return String(Math.round((1_000 * wrong) / Math.max(1, of)))
}

function perHundred(
  judged: readonly JudgedExample[],
  isCaught: (judged: JudgedExample) => boolean,
): string {
  const { count: caught, of } = shareOf(coldOf(judged), isCaught)
  return String(Math.round((100 * caught) / Math.max(1, of)))
}

const coldInInbox = 0.1

function toEverydayShare(leftOut: readonly JudgedExample[]): string {
  const withFacts = pick(leftOut, 'with-facts')
  const everyday = withFacts.filter(({ message }) => message.source === 'written-legit-everyday')
  const cold = coldOf(withFacts)
  const rateOf = (group: readonly JudgedExample[]) =>
    shareOf(group, goesToSecondOpinion).count / Math.max(1, group.length)
  const share = (1 - coldInInbox) * rateOf(everyday) + coldInInbox * rateOf(cold)
  return `${(share * 100).toFixed(1)} %`
}

function toWrongKinds(judged: readonly JudgedExample[]): string {
  const wrong = groupBy(legitOf(judged).filter(isFiltered), ({ message }) => message.kind)
  if (wrong.length === 0) return 'None.'
  return wrong.map(([kind, group]) => `${kind} (${group.length})`).join(', ')
}

function toCalibrationRows(judged: readonly JudgedExample[]): string[] {
  const bounds = [0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01]
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0
    const group = judged.filter(
      ({ verdict }) => verdict !== null && verdict.score >= start && verdict.score < end,
    )
    return `| ${start}–${Math.min(end, 1)} | ${group.length} | ${toPercent(shareOf(group, ({ message }) => message.isCold))} |`
  })
}

function pick(judged: readonly JudgedExample[], view: View): JudgedExample[] {
  return judged.filter((one) => one.view === view)
}

function legitOf(judged: readonly JudgedExample[]): JudgedExample[] {
  return judged.filter(({ message }) => !message.isCold)
}

function coldOf(judged: readonly JudgedExample[]): JudgedExample[] {
  return judged.filter(({ message }) => message.isCold)
}

function countMessages(examples: readonly Example[], origin: 'written' | 'collected'): number {
  return new Set(
    examples.filter(({ message }) => message.origin === origin).map(({ message }) => message.id),
  ).size
}

function countSources(examples: readonly Example[]): number {
  return new Set(
    examples
      .filter(({ message }) => message.origin === 'written')
      .map(({ message }) => message.source),
  ).size
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}

function toList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
