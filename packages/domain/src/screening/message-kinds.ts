import { localPartOf } from '../mail/address-parts.ts'
import type { Message } from '../mail/message.ts'
import { listReferences } from '../mail/references.ts'

/** Local parts of addresses that no person reads. Salespeople don't send from them: they want replies. */
const machine =
  /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|nicht[-_.]?antworten|ne[-_.]?pas[-_.]?repondre|noresponder|nao[-_.]?responda|notifications?|notify|alerts?|mailer[-_.]?daemon|postmaster|bounces?|automated|system|robot|jira|github|gitlab)(?:[-_.+].*)?$/i

const billingAddresses =
  /^(?:billing|invoices?|receipts?|orders?|payments?|statements?|shipping|buchhaltung|rechnung(?:en)?|bestellung(?:en)?|facturation|factures?|comptabilite|facturacion|facturas?|pedidos?|faturamento|cobranca|fatture|fatturazione|ordini|amministrazione|facturen|administratie|bestellingen)(?:[-_.+].*)?$/i

const receiptWords =
  /\b(?:receipt|invoice|order (?:confirmation|confirmed|no|number|#)|payment (?:received|confirmation|due)|statement|refund|shipped|rechnung|bestellbestätigung|bestellung|quittung|zahlung|facture|commande|reçu|paiement|factura|pedido|recibo|pago|fatura|nota fiscal|fattura|ordine|ricevuta|factuur|bestelling|betaling)\b/iu

export function isRobotAddress(address: string): boolean {
  return machine.test(localPartOf(address))
}

/**
 * True whatever Reply-To says. False for a contact-form message: its author typed the sender's address,
 * and many who send pitches type one like `no-reply@…`.
 */
export function isServiceNotification({ from, viaContactForm }: Message): boolean {
  return from !== null && !viaContactForm && isRobotAddress(from.address)
}

export function isReceipt({ from, subject, viaContactForm }: Message): boolean {
  if (from === null || viaContactForm) return false
  return billingAddresses.test(localPartOf(from.address)) && receiptWords.test(subject)
}

/**
 * An invitation from a calendar, or a reply to one. The headers of Exchange do not count in a
 * message that is a single text: it has no calendar part, so its sender has made them up.
 */
export function isCalendar({ headers }: Message): boolean {
  const contentType = headers.get('content-type') ?? ''
  if (/\btext\/calendar\b/i.test(contentType)) return true
  const isSingleText = /^\s*text\//i.test(contentType)
  const hasCalendarHeader =
    /calendarmessage/i.test(headers.get('content-class') ?? '') ||
    headers.has('x-microsoft-cdo-busystatus')
  return hasCalendarHeader && !isSingleText
}

/**
 * A discussion list, or a newsletter with both List-Id and List-Unsubscribe. Senders of individual
 * pitches rarely set both, and a newsletter that the user subscribed to has no other mark. One of
 * the two alone proves nothing.
 */
export function isMailingList({ headers }: Message): boolean {
  return (
    headers.has('list-id') &&
    (headers.has('list-post') ||
      headers.has('list-unsubscribe') ||
      /^list$/i.test(headers.get('precedence') ?? ''))
  )
}

/**
 * Automatic replies and delivery reports, by RFC 3834, RFC 3464 and older conventions. The value
 * `auto-generated` does not count, because bulk pitches use it too. The oldest headers count only in
 * a message that answers another one, as an automatic reply does.
 */
export function isAutomatic({ headers }: Message): boolean {
  const submitted = headers.get('auto-submitted')?.trim() ?? 'no'
  return (
    !/^(?:no|auto-generated)\b/i.test(submitted) ||
    headers.get('return-path')?.trim() === '<>' ||
    /^multipart\/report\b/i.test(headers.get('content-type') ?? '') ||
    /^auto[-_]reply$/i.test(headers.get('precedence') ?? '') ||
    ((headers.has('x-autoreply') || headers.has('x-autorespond')) &&
      listReferences(headers).length > 0)
  )
}
