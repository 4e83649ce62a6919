type Sender = { readonly senderName: string | null; readonly senderAddress: string | null }

/** `Pat <pat@vendor.example>`, or only the part that is known. */
export function toSender({ senderName: name, senderAddress: address }: Sender): string {
  if (!name || !address) return address ?? name ?? ''
  return `${name} <${address}>`
}
