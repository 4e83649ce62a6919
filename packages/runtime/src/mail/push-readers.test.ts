import { expect, test } from 'vitest'
import { createClientStates } from './client-states.ts'
import { createPushReaders } from './push-readers.ts'

test('without the push settings, notifications from Gmail are rejected, and Google’s keys are not fetched', async () => {
  const readers = createPushReaders({
    google: {
      clientId: 'id',
      clientSecret: 'secret',
      oauthUrl: null,
      apiUrl: 'https://gmail.test',
      pushTopic: null,
      pushAccount: null,
    },
    publicUrl: 'https://product.test',
    clientStates: createClientStates('a secret'),
    transport: {
      fetch: () => Promise.reject(new Error('called')),
      clock: {
        now: () => new Date(),
        sleep: async () => {},
        after: () => ({ cancel() {} }),
      },
      random: () => 0.5,
    },
  })
  const request = { authorization: 'Bearer a.b.c', body: '{"message":{"data":"e30="}}' }
  expect(await readers.gmail(request)).toBe('unproven')
})
