import { expect, test } from 'vitest'
import { cards, makeStripe, submit, toCheckout } from '../../testing/stripe-client.ts'
import { dayMs } from '../../world/time.ts'

async function setUp(price?: string) {
  const stripe = makeStripe({ baseUrl: 'http://product.test/dev/stripe' })
  const { client } = stripe
  const customer = await client.customers.create({ email: 'ann@example.com' })
  const session = await client.checkout.sessions.create(toCheckout(customer.id, price))
  // The product's server strips the prefix.
  const handle = (request: Request) =>
    stripe.handle(new Request(request.url.replace('/dev/stripe', ''), request))
  const url = session.url ?? ''
  return {
    ...stripe,
    url,
    sessionId: session.id,
    customerId: customer.id,
    successUrl: `http://product.test/billing?session=${session.id}`,
    show: async (target = url) => (await handle(new Request(target))).text(),
    send: (fields: Record<string, string>, target = url) => submit(handle, target, fields),
    handle,
    listSubscriptions: async () =>
      (await client.subscriptions.list({ customer: customer.id, status: 'all' })).data,
  }
}

test('the page shows product, price, email and a way back', async () => {
  const html = await (await setUp('price_yearly')).show()
  expect(html).toContain('Doorman Pro')
  expect(html).toContain('$90.00</strong> per year')
  expect(html).toContain('ann@example.com')
  expect(html).toContain('href="http://product.test/billing?canceled"')
})

test('a page has no inline style or script, and no event handler', async () => {
  const html = await (await setUp()).show()
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
})

test('paying makes the subscription and returns to the product', async () => {
  const { send, successUrl, listSubscriptions } = await setUp()
  expect(await listSubscriptions()).toEqual([])
  expect(await send({ card: cards.pays })).toBe(successUrl)
  expect(await listSubscriptions()).toMatchObject([{ status: 'active' }])
})

test('looking at the page does nothing, whatever its query says', async () => {
  const { show, url, events, listSubscriptions } = await setUp()
  const count = events.length
  await show(`${url}?card=${cards.pays}&do=pay`)
  expect(await listSubscriptions()).toEqual([])
  expect(events).toHaveLength(count)
})

test('a form that is sent twice charges once', async () => {
  const { send, successUrl, listSubscriptions, client } = await setUp()
  const locations = await Promise.all([send({ card: cards.pays }), send({ card: cards.pays })])
  expect(locations).toEqual([successUrl, successUrl])
  expect(await send({ card: cards.pays })).toBe(successUrl)
  expect(await listSubscriptions()).toHaveLength(1)
  expect((await client.invoices.list()).data).toHaveLength(1)
})

test('a declined card is explained, and another one can be tried', async () => {
  const { send, show, url, successUrl, listSubscriptions } = await setUp()
  const declined = await send({ card: cards.declined })
  expect(declined).toBe(`${url}?error=generic_decline`)
  expect(await show(declined)).toContain('Your card was declined')
  expect(await show(await send({ card: cards.noMoney }))).toContain('insufficient funds')
  expect(await listSubscriptions()).toEqual([])
  expect(await send({ card: cards.pays })).toBe(successUrl)
  expect(await listSubscriptions()).toHaveLength(1)
})

test('a number that is typed counts more than the selection', async () => {
  const { send, show, successUrl } = await setUp()
  const typed = { card: cards.pays, number: ' 4000 0000 0000 0002 ' }
  expect(await send(typed)).toContain('generic_decline')
  const unknown = await send({ card: cards.pays, number: '1234 5678' })
  expect(await show(unknown)).toContain('card number is invalid')
  expect(await send({ number: '5555-5555-5555-4444' })).toBe(successUrl)
})

test('a form without a card charges nothing', async () => {
  const { send, listSubscriptions } = await setUp()
  expect(await send({})).toContain('error=unknown_card')
  expect(await send({ card: 'saved' })).toContain('error=unknown_card')
  expect(await listSubscriptions()).toEqual([])
})

test('3-D Secure leads to the bank, and the subscription is made after it', async () => {
  const { send, show, successUrl, listSubscriptions } = await setUp()
  const challenge = await send({ card: cards.challenged })
  expect(challenge).toMatch(/^http:\/\/product\.test\/dev\/stripe\/3ds\/payatt_\w+$/)
  expect(await show(challenge)).toContain('Confirm this payment')
  expect(await listSubscriptions()).toEqual([])
  expect(await send({ answer: 'complete' }, challenge)).toBe(successUrl)
  expect(await send({ answer: 'complete' }, challenge)).toBe(successUrl)
  expect(await listSubscriptions()).toHaveLength(1)
})

test('a failed challenge charges nothing, and can’t be completed afterwards', async () => {
  const { send, show, url, listSubscriptions } = await setUp()
  const challenge = await send({ card: cards.challenged })
  const failed = await send({ answer: 'fail' }, challenge)
  expect(failed).toBe(`${url}?error=authentication_required`)
  expect(await show(failed)).toContain('couldn’t authenticate')
  expect(await send({ answer: 'complete' }, challenge)).toBe(failed)
  expect(await listSubscriptions()).toEqual([])
})

test('two challenges for one session charge once', async () => {
  const { send, successUrl, listSubscriptions } = await setUp()
  const one = await send({ card: cards.challenged })
  const two = await send({ card: cards.challenged })
  expect(await send({ answer: 'complete' }, one)).toBe(successUrl)
  expect(await send({ answer: 'complete' }, two)).toBe(successUrl)
  expect(await listSubscriptions()).toHaveLength(1)
})

test('a complete session says so', async () => {
  const { send, show, successUrl } = await setUp()
  await send({ card: cards.pays })
  const html = await show()
  expect(html).toContain('You’re all set')
  expect(html).toContain(successUrl)
  expect(html).not.toContain('<form')
})

test.each(['expired', 'late'] as const)('a session that is %s cannot be paid', async (how) => {
  const { client, world, handle, show, url, sessionId, listSubscriptions } = await setUp()
  if (how === 'expired') await client.checkout.sessions.expire(sessionId)
  else await world.clock.advance(dayMs)
  expect(await show()).toContain('This checkout has expired')
  const body = new URLSearchParams({ card: cards.pays })
  const response = await handle(new Request(url, { method: 'POST', body }))
  expect(await response.text()).toContain('Nothing was charged')
  expect(await listSubscriptions()).toEqual([])
})

test('a session that expires during a challenge is not paid', async () => {
  const { client, send, url, sessionId, listSubscriptions } = await setUp()
  const challenge = await send({ card: cards.challenged })
  await client.checkout.sessions.expire(sessionId)
  expect(await send({ answer: 'complete' }, challenge)).toBe(url)
  expect(await listSubscriptions()).toEqual([])
})

test('a deleted customer cannot pay', async () => {
  const { client, handle, url, customerId, listSubscriptions } = await setUp()
  await client.customers.del(customerId)
  const body = new URLSearchParams({ card: cards.pays })
  const response = await handle(new Request(url, { method: 'POST', body }))
  expect(response.headers.get('location')).toBeNull()
  expect(await listSubscriptions()).toEqual([])
})

test('an invalid link says so', async () => {
  const { handle } = await setUp()
  for (const path of [
    '/c/pay/cs_test_none',
    '/3ds/none',
    '/p/session/x',
    '/i/in_none',
    '/',
    '/x/y',
  ])
    for (const method of ['GET', 'POST'])
      expect((await handle(new Request(`http://product.test${path}`, { method }))).status).toBe(404)
})

test('names and addresses are escaped on the page', async () => {
  const { client, handle } = makeStripe()
  const customer = await client.customers.create({ email: '"<b>@example.com' })
  const session = await client.checkout.sessions.create({
    ...toCheckout(customer.id),
    cancel_url: 'http://product.test/"><script>',
  })
  const html = await (await handle(new Request(session.url ?? ''))).text()
  expect(html).not.toMatch(/<b>|<script/)
})
