import { escapeHtml } from '../../page.ts'
import {
  describeDecline,
  findTestCard,
  formatCardNumber,
  isDeclineCode,
  offeredCards,
  type TestCard,
} from '../billing/test-cards.ts'

export type SavedCard = { readonly brand: string; readonly last4: string }

/** The choice of a card. A number that the visitor types counts more than the selection. */
export function cardFields(saved: SavedCard | null = null): string {
  const options = offeredCards.map(({ number, about }) => ({
    value: number,
    label: formatCardNumber(number),
    about,
  }))
  if (saved)
    options.unshift({ value: 'saved', label: describeCard(saved), about: 'Your current card' })
  const radios = options.map(
    ({ value, label, about }, index) => `<label>
      <input type="radio" name="card" value="${value}"${index === 0 ? ' checked' : ''}>
      <span>${escapeHtml(label)} <small>${escapeHtml(about)}</small></span>
    </label>`,
  )
  return `<fieldset><legend>Card</legend>${radios.join('')}</fieldset>
    <p class="stripe-field"><label for="number">Or type a test card number</label>
      <input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="40" placeholder="4000 0025 0000 3155"></p>`
}

/** The card that the form chooses: a test card, the saved one, or none that exists. */
export function readCard(form: URLSearchParams): TestCard | 'saved' | null {
  const typed = form.get('number')?.trim() ?? ''
  const chosen = typed === '' ? (form.get('card') ?? '') : typed
  return chosen === 'saved' ? 'saved' : findTestCard(chosen)
}

/**
 * Why the last attempt failed, from the `error` of the page's query. It gets the focus, so that a
 * screen reader reads it first.
 */
export function errorMessage(query: URLSearchParams): string {
  const error = query.get('error')
  if (error === null) return ''
  const text = isDeclineCode(error) ? describeDecline(error) : unknownCard
  return `<p class="stripe-error" role="alert" tabindex="-1" autofocus>${escapeHtml(text)}</p>`
}

const unknownCard = 'Your card number is invalid. This demo takes only Stripe’s test cards.'

/** `Visa ending in 4242` */
export function describeCard({ brand, last4 }: SavedCard): string {
  return `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ending in ${last4}`
}
