import { expect, test } from 'vitest'
import { makeStripe, secretKey } from '../../testing/stripe-client.ts'
import { parseForm } from './form.ts'

const parse = (text: string) => JSON.parse(JSON.stringify(parseForm(new URLSearchParams(text))))

test('brackets in a field name become nested objects', () => {
  expect(parse('a[b][0]=c&a[b][1]=d&e=f')).toEqual({ a: { b: { 0: 'c', 1: 'd' } }, e: 'f' })
  expect(parse('email=a%2Bb%40example.com&name=Ann+M.')).toEqual({
    email: 'a+b@example.com',
    name: 'Ann M.',
  })
})

test.each([
  'a=1&a=2',
  'a[b=1',
  'a]b=1',
  'a[]=1',
  '[a]=1',
  'a[b]c=1',
  'a=1&a[b]=2',
  'a[b]=2&a=1',
  '=1',
])('%s cannot be read', (text) => {
  expect(() => parse(text)).toThrow(/cannot read/)
})

test('no field name changes the prototype of objects', () => {
  parse('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
  expect('polluted' in {}).toBe(false)
})

const bodies = [
  'email[0]=a@example.com',
  'email=a@example.com&__proto__[x]=1',
  'constructor=1',
  'metadata[a][b]=1',
  `metadata[${'k'.repeat(41)}]=1`,
  `metadata[a]=${'v'.repeat(501)}`,
  Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=1`).join('&'),
  'metadata=text',
  'expand=customer',
  'expand[1]=customer',
  '{"email":"a@example.com"}',
]

test.each(bodies)('a customer cannot be made of %s', async (body) => {
  const { handle, events } = makeStripe()
  const response = await handle(
    new Request('https://api.stripe.com/v1/customers', {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    }),
  )
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: expect.any(String) },
  })
  expect(events).toEqual([])
})

test('a JSON body is refused', async () => {
  const { handle } = makeStripe()
  const response = await handle(
    new Request('https://api.stripe.com/v1/customers', {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    }),
  )
  expect(response.status).toBe(400)
})
