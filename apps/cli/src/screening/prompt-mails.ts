import { findAnswer, toVerdict } from '@doorman/classifier/language-model/answer'
import { toPrompt } from '@doorman/classifier/language-model/prompt'
import { deservesSecondOpinion } from '@doorman/domain/decide'
import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../usage-error.ts'
import { toScreening, type Judge, type Judged } from './judge-mail.ts'
import { loadAnswers } from './load-answers.ts'
import { runOverMails, toExitCode, toSummary } from './run-over-mails.ts'
import { writeLine, type Terminal } from './terminal.ts'

/**
 * Prints what a language model would be sent, for each mail that the local
 * model is not sure of; given its answers, what becomes of every mail. So any
 * model can be measured without connecting it. Gives the exit code.
 */
export async function promptMails(
  args: string[],
  terminal: Terminal,
  judge: Judge,
): Promise<number> {
  const { values, positionals } = parseOptions(args, { answers: { type: 'string' } })
  if (positionals.length === 0) throw new UsageError('Which files?')
  if (values.answers === '-' && positionals.includes('-'))
    throw new UsageError('Standard input holds either mails or answers.')
  const answers = values.answers === undefined ? null : await loadAnswers(values.answers, terminal)
  const unasked = new Set(answers?.keys())
  const counts = { asked: 0, answered: 0, missing: 0, bad: 0 }

  /** As the cascade does: without a good answer, the local verdict stands. */
  function withAnswer(id: string, judged: Judged): Judged {
    if (!isForLanguageModel(judged)) return judged
    unasked.delete(id)
    const text = answers?.get(id)
    const answer = text === undefined ? null : findAnswer(text)
    if (answer === null) {
      counts[text === undefined ? 'missing' : 'bad']++
      return judged
    }
    counts.answered++
    return { ...judged, verdict: toVerdict(answer, judged.verdict) }
  }

  const run = await runOverMails(positionals, {
    terminal,
    judge,
    async onJudged({ id }, judged) {
      const isAsked = isForLanguageModel(judged)
      if (isAsked) counts.asked++
      if (answers)
        await writeLine(terminal, JSON.stringify(toScreening(id, withAnswer(id, judged))))
      else if (isAsked) await writeLine(terminal, JSON.stringify({ id, ...toPrompt(judged.mail) }))
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

function isForLanguageModel(judged: Judged): judged is Judged & { kind: 'judged' } {
  return judged.kind === 'judged' && deservesSecondOpinion(judged.verdict)
}
