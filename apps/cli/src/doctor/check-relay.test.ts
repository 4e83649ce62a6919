import { expect, test } from 'vitest'
import { toFailure } from './failure.ts'
import { createFakeWorld, diagnose, service } from './fake-probes.ts'

test.each([
  [service, 'ok', 'relay.test:587 lets us in'],
  [{}, 'off', 'simulated: what is sent to users is at /dev/outbox'],
  [{ ...service, MAIL_FROM: 'post@doorman.test' }, 'ok', 'relay.test:587 lets us in'],
  [{ ...service, MAIL_FROM: 'Doorman' }, 'broken', 'MAIL_FROM names no address'],
  [{ ...service, MAIL_FROM: 'Doorman <post>' }, 'broken', 'MAIL_FROM names no address'],
  [{ ...service, MAIL_FROM: '' }, 'broken', 'MAIL_FROM must be set'],
])('a relay, case %#', async (env, status, words) => {
  const { of } = await diagnose(env)
  expect(of('Mail relay')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test.each([
  ['EAUTH', 'refuses the user or the password'],
  ['ECONNREFUSED', 'nobody listens there'],
  ['timeout', 'no answer in time'],
  ['EPROTOCOL', 'does not speak SMTP'],
])('a relay that fails with %s: %s', async (code, words) => {
  const { of } = await diagnose(service, createFakeWorld(), {
    askRelay: async () => toFailure(code),
  })
  expect(of('Mail relay')).toMatchObject([
    { status: 'broken', says: expect.stringMatching(`^relay\\.test:587: .*${words}`) },
  ])
})
