import { toSaid } from '@doorman/services/last-word'

type Sender = { readonly senderName: string | null; readonly senderAddress: string | null }

/** `Pat <pat@vendor.example>`, or what there is of it. */
export function toSender({ senderName: name, senderAddress: address }: Sender): string {
  if (!name || !address) return address ?? name ?? ''
  return `${name} <${address}>`
}

/** The user's last word about a message, where there is one. */
export function toAction(state: Parameters<typeof toSaid>[0]): 'restored' | 'spam' | undefined {
  const said = toSaid(state)
  return said === 'none' ? undefined : said
}
