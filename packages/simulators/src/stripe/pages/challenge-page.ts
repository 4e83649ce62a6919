import { escapeHtml } from '../../page.ts'
import type { StripeAccount } from '../account.ts'
import { notFoundPage, redirect, stripePage } from './frame.ts'

/** The bank's own page in a 3-D Secure payment. */
export function showChallenge(account: StripeAccount, id: string): Response {
  if (!account.challenges.has(id)) return notFoundPage()
  return stripePage(
    '3-D Secure',
    `<h1>Confirm this payment</h1>
    <p>Your bank wants to be sure that it’s you who pays ${escapeHtml(account.settings.name)}.</p>
    <form method="post" class="login-buttons">
      <button name="answer" value="complete" class="login-yes">Complete</button>
      <button name="answer" value="fail">Fail</button>
    </form>`,
  )
}

export function answerChallenge(
  account: StripeAccount,
  id: string,
  form: URLSearchParams,
): Response {
  const finish = account.challenges.get(id)
  if (!finish) return notFoundPage()
  const answer = form.get('answer')
  if (answer !== 'complete' && answer !== 'fail') return showChallenge(account, id)
  return redirect(finish(answer === 'complete'))
}
