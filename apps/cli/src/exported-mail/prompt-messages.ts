import { findAnswer, toVerdict } from '@doorman/classifier/language-model/answer'
import { toPrompt } from '@doorman/classifier/language-model/prompt'
import { deservesSecondOpinion } from '@doorman/domain/screening/verdict'
import { parseOptions } from '../commands/parse-options.ts'
import { UsageError } from '../commands/usage-error.ts'
import { toScreening, type Judge } from './screen-message.ts'
import { loadAnswers } from './load-answers.ts'
import { runOverMessages, toExitCode, toSummary } from './run-over-messages.ts'
import { writeLine, type Terminal } from './terminal/terminal.ts'

/**
 * Prints the prompt for each message that the local model is not certain of. With the language
 * model's answers in a file, prints the outcome of every message instead. That way any language
 * model can be measured without connecting it. Returns the exit code.
 */
export async function promptMessages(
  args: string[],
  terminal: Terminal,
  judge: Judge,
): Promise<number> {
  const { values, positionals } = parseOptions(args, { answers: { type: 'string' } })
  if (positionals.length === 0) throw new UsageError('Which files?')
  if (values.answers === '-' && positionals.includes('-'))
    throw new UsageError('Standard input can contain either messages or answers.')
  const answers = values.answers === undefined ? null : await loadAnswers(values.answers, terminal)
  const unasked = new Set(answers?.keys())
  const counts = { asked: 0, answered: 0, missing: 0, bad: 0 }

  /** As in the cascade, the local verdict counts if there is no valid answer. */
  const judgeWithAnswer: Judge = (judgeable, id) => {
    const verdict = judge(judgeable, id)
    if (!deservesSecondOpinion(verdict)) return verdict
    counts.asked++
    if (answers === null) return verdict
    unasked.delete(id)
    const text = answers.get(id)
    const answer = text === undefined ? null : findAnswer(text)
    counts[answer !== null ? 'answered' : text === undefined ? 'missing' : 'bad']++
    return answer === null ? verdict : toVerdict(answer, verdict)
  }

  const run = await runOverMessages(positionals, {
    terminal,
    judge: judgeWithAnswer,
    async onJudged({ id }, judgement) {
      if (answers) await writeLine(terminal, JSON.stringify(toScreening(id, judgement)))
      else if (judgement.kind === 'judged' && deservesSecondOpinion(judgement.verdict))
        await writeLine(terminal, JSON.stringify({ id, ...toPrompt(judgement.judgeable) }))
    },
  })
  if (run.stopped !== 'unread') {
    const { asked, answered, missing, bad } = counts
    const share = run.messages === 0 ? 0 : (100 * asked) / run.messages
    const lines = [
      toSummary(run, {}),
      `${asked} of ${run.messages} needed the language model, ${share.toFixed(1)} %`,
    ]
    if (answers)
      lines.push(
        `Answers: ${answered} used, ${missing} missing, ${bad} bad, ${unasked.size} unasked`,
      )
    terminal.stderr.write(`${lines.join('\n')}\n`)
  }
  return toExitCode(run)
}
