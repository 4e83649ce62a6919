import type Stripe from 'stripe'

const statuses: Readonly<Record<string, string>> = {
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
}

export function describeStatus({ status }: Stripe.Invoice): string {
  return statuses[status ?? ''] ?? ''
}
