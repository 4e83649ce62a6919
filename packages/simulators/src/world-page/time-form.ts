import { escapeHtml } from '../page.ts'
import { root } from './links.ts'
import { Refusal } from './read-form.ts'

/** What the buttons offer, in days. */
const choices = [
  [1, '1 day'],
  [7, '1 week'],
  [31, '1 month'],
] as const
const maxDays = 400

/** Shows the time in the simulated world, and buttons that move it forward. */
export function showTimeForm(now: Date): string {
  const time = now.toLocaleString('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const buttons = choices.map(
    ([days, label]) => `<button name="days" value="${days}">${label}</button>`,
  )
  return `<h2>Time</h2>
    <p>It is ${escapeHtml(time)} UTC here and in Doorman. Let time pass to see a trial end, a
    subscription renew or the weekly report arrive. A month takes up to a minute.</p>
    <form method="post" action="${root}" class="world-time">
      <input type="hidden" name="do" value="pass-time">${buttons.join('')}
    </form>`
}

/** How many days a posted form lets pass. */
export function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > maxDays)
    throw new Refusal(`Choose a number of days from 1 to ${maxDays}.`, 422)
  return days
}
