import { expect, test } from 'vitest'
import { buy, cards, makeStripe, submit } from '../../testing/stripe-client.ts'
import { dayMs, hourMs } from '../../world/time.ts'

async function setUp({ card, price }: { card?: string; price?: string } = {}) {
  const stripe = makeStripe()
  const bought = await buy(stripe, { ...(card && { card }), ...(price && { price }) })
  const { client, handle } = stripe
  const { customerId: customer, subscriptionId: subscription } = bought
  const returnUrl = 'http://product.test/billing'
  const open = () => client.billingPortal.sessions.create({ customer, return_url: returnUrl })
  const { url } = await open()
  return {
    ...stripe,
    ...bought,
    url,
    open,
    show: async (target = url) => (await handle(new Request(target))).text(),
    send: (fields: Record<string, string>, target = url) =>
      submit(handle, target, { subscription, ...fields }),
    load: () => client.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] }),
  }
}

test('a portal session belongs to a customer', async () => {
  const { client, customerId, url, events } = await setUp()
  const session = await client.billingPortal.sessions.create({ customer: customerId })
  expect(session).toMatchObject({ object: 'billing_portal.session', return_url: null })
  expect(session.url).not.toBe(url)
  expect(events.at(-1)?.type).toBe('billing_portal.session.created')
  const { data } = await client.billingPortal.configurations.list({ is_default: true })
  expect(data.map(({ id }) => id)).toEqual([session.configuration])
  await expect(client.billingPortal.sessions.create({})).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'customer',
  })
  await expect(
    client.billingPortal.sessions.create({ customer: customerId, configuration: 'bpc_none' }),
  ).rejects.toMatchObject({ code: 'resource_missing' })
})

test('the portal shows plan, card, invoices and the way back', async () => {
  const html = await (await setUp()).show()
  expect(html).toContain('Doorman Pro <strong>$9.00 per month</strong>')
  expect(html).toContain('Renews on December 15, 2026.')
  expect(html).toContain('Visa ending in 4242')
  expect(html).toMatch(/href="\.\.\/\.\.\/i\/in_\w+\?from=bps_\w+">November 15, 2026</)
  expect(html).toContain('href="http://product.test/billing"')
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
})

test('a cancellation in the portal only sets cancel_at, and can be taken back', async () => {
  const { show, send, load, url, subscriptionId } = await setUp()
  expect(await show(`${url}?view=cancel&subscription=${subscriptionId}`)).toContain(
    'You keep it until December 15, 2026',
  )
  expect((await load()).cancel_at).toBeNull()
  expect(await send({ do: 'cancel' })).toBe(`${url}?done=canceled`)
  expect(await load()).toMatchObject({
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: new Date('2026-12-15T12:00:00Z').getTime() / 1000,
  })
  expect(await show()).toContain('Ends on December 15, 2026')
  expect(await send({ do: 'resume' })).toBe(`${url}?done=resumed`)
  expect(await load()).toMatchObject({ cancel_at: null, canceled_at: null })
})

test('a canceled plan ends at the end of its period', async () => {
  const { send, load, world, open, show } = await setUp()
  await send({ do: 'cancel' })
  await world.clock.advance(30 * dayMs)
  expect(await load()).toMatchObject({ status: 'canceled' })
  expect(await show((await open()).url)).toContain('You don’t have a plan')
})

test('a switch shows what it costs, then charges it once', async () => {
  const { show, send, load, world, url, subscriptionId, client } = await setUp()
  await world.clock.advance(30 * 60_000)
  expect(await show(`${url}?view=switch&subscription=${subscriptionId}`)).toContain(
    'you pay $81.01 today',
  )
  expect(await send({ do: 'switch' })).toBe(`${url}?done=switched`)
  expect(await load()).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: 'price_yearly' } }] },
    latest_invoice: { amount_paid: 8101 },
  })
  expect((await client.invoices.list()).data).toHaveLength(2)
})

test('a switch whose payment fails changes nothing', async () => {
  const { send, load, show, client, customerId } = await setUp()
  const before = await load()
  const portal = await client.billingPortal.sessions.create({ customer: customerId })
  await send({ do: 'card', card: cards.challenged }, portal.url).then((challenge) =>
    send({ answer: 'complete' }, challenge),
  )
  const challenge = await send({ do: 'switch' })
  expect(challenge).toContain('/3ds/')
  const failed = await send({ answer: 'fail' }, challenge)
  expect(await show(failed)).toContain('couldn’t authenticate')
  expect((await load()).items).toEqual(before.items)
})

test('two challenges for one switch charge once', async () => {
  const { send, client, url } = await setUp()
  const saving = await send({ do: 'card', card: cards.challenged })
  await send({ answer: 'complete' }, saving)
  const one = await send({ do: 'switch' })
  const two = await send({ do: 'switch' })
  expect(await send({ answer: 'complete' }, one)).toBe(`${url}?done=switched`)
  expect(await send({ answer: 'complete' }, two)).toBe(url)
  expect((await client.invoices.list()).data).toHaveLength(2)
})

test('a card is changed for all later payments', async () => {
  const { send, show, load, url, client, customerId } = await setUp()
  expect(await send({ do: 'card', card: cards.failsAtRenewal })).toBe(`${url}?done=card`)
  expect(await show()).toContain('Visa ending in 0341')
  const { default_payment_method: paymentMethod } = await load()
  expect(await client.customers.retrieve(customerId)).toMatchObject({
    invoice_settings: { default_payment_method: paymentMethod },
  })
})

test('a card that is declined is not saved', async () => {
  const { send, show, url } = await setUp()
  const declined = await send({ do: 'card', card: cards.declined })
  expect(declined).toBe(`${url}?view=card&error=generic_decline`)
  expect(await show(declined)).toContain('Your card was declined')
  expect(await show(await send({ do: 'card', number: '1' }))).toContain('card number is invalid')
  expect(await show()).toContain('Visa ending in 4242')
})

test('a failed renewal is explained, and the open invoice can be paid', async () => {
  const { world, open, show, send, load } = await setUp({ card: cards.failsAtRenewal })
  await world.clock.advance(30 * dayMs + hourMs)
  const session = await open()
  const html = await show(session.url)
  expect(html).toContain('The last payment failed')
  expect(html).toContain('The next attempt is on December 18, 2026')
  expect(html).toContain('Open: pay now')
  const { latest_invoice: invoice } = await load()
  const invoiceUrl = (typeof invoice === 'object' && invoice?.hosted_invoice_url) || ''
  expect(await show(invoiceUrl)).toContain('Pay $9.00')
  const declined = await send({ card: cards.declined }, invoiceUrl)
  expect(await show(declined)).toContain('Your card was declined')
  expect(await load()).toMatchObject({ status: 'past_due', latest_invoice: { attempt_count: 1 } })
  const fromPortal = `${invoiceUrl}?from=${session.id}`
  const paid = await send({ card: cards.pays }, fromPortal)
  expect(await show(paid)).toContain('Your payment went through')
  expect(await show(paid)).toContain(`href="../p/session/${session.id}"`)
  for (const card of [cards.pays, cards.declined, cards.challenged])
    expect(await send({ card }, fromPortal)).toBe(paid)
  expect(await load()).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 900 } })
})

test('an open invoice can be paid with the saved card', async () => {
  const { world, load, send } = await setUp({ card: cards.failsAtRenewal })
  await world.clock.advance(30 * dayMs + hourMs)
  const { latest_invoice: invoice } = await load()
  const url = (typeof invoice === 'object' && invoice?.hosted_invoice_url) || ''
  expect(await send({ card: 'saved' }, url)).toBe(`${url}?paid`)
  expect(await load()).toMatchObject({ status: 'active' })
})

test('an invoice page shows its lines and leads back to the portal', async () => {
  const { show, load, url } = await setUp()
  const { latest_invoice: invoice } = await load()
  const invoiceUrl = (typeof invoice === 'object' && invoice?.hosted_invoice_url) || ''
  const html = await show(`${invoiceUrl}?from=${url.split('/').at(-1)}`)
  expect(html).toContain('1 × Doorman Pro (at $9.00 / month)')
  expect(html).toContain('November 15, 2026 to December 15, 2026')
  expect(html).toContain('<dd>Paid</dd>')
  expect(html).toContain('Back to billing')
  expect(html).not.toContain('<form')
})

test('the portal closes after an hour, and with its customer', async () => {
  const { world, show, send, load, url, handle, open, client, customerId } = await setUp()
  const { url: second } = await open()
  await client.customers.update(customerId, { name: 'Ann' })
  await world.clock.advance(hourMs)
  expect(await show()).toContain('This link has expired')
  const body = new URLSearchParams({ do: 'cancel' })
  expect((await handle(new Request(url, { method: 'POST', body }))).status).toBe(200)
  expect((await load()).cancel_at).toBeNull()
  await client.customers.del(customerId)
  expect(await show(second)).toContain('This link has expired')
  await expect(send({ do: 'resume' }, second)).rejects.toThrow(/without a redirect/)
})

test('a portal acts only on its own customer’s subscriptions', async () => {
  const one = await setUp()
  const two = await buy(one)
  await one.send({ do: 'cancel', subscription: two.subscriptionId })
  expect(await one.client.subscriptions.retrieve(two.subscriptionId)).toMatchObject({
    cancel_at: null,
  })
  expect(await one.show(`${one.url}?view=cancel&subscription=${two.subscriptionId}`)).not.toContain(
    two.subscriptionId,
  )
})

test('a plan can be switched during a trial, free of charge', async () => {
  const { client, handle } = makeStripe()
  const customer = await client.customers.create({})
  const { id } = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_monthly' }],
    trial_period_days: 7,
  })
  const { url } = await client.billingPortal.sessions.create({ customer: customer.id })
  const confirm = await handle(new Request(`${url}?view=switch&subscription=${id}`))
  expect(await confirm.text()).toContain('You pay nothing until your trial ends')
  const done = await submit(handle, url, { do: 'switch', subscription: id })
  expect(done).toBe(`${url}?done=switched`)
  expect(await client.subscriptions.retrieve(id)).toMatchObject({
    status: 'trialing',
    items: { data: [{ price: { id: 'price_yearly' } }] },
  })
  expect((await client.invoices.list()).data).toHaveLength(1)
})
