import { expect, test } from 'vitest'
import { toProbeFailure } from '../probe-failure.ts'
import { createFakeWorld, diagnose, serviceEnv } from '../../testing/fake-probes.ts'

test.each([
  [serviceEnv, 'ok', 'relay.test:587 accepts our login'],
  [{}, 'off', 'simulated: emails to users are shown at /dev/outbox'],
  [{ ...serviceEnv, MAIL_FROM: 'post@doorman.test' }, 'ok', 'relay.test:587 accepts our login'],
  [{ ...serviceEnv, MAIL_FROM: 'Doorman' }, 'broken', 'MAIL_FROM contains no email address'],
  [{ ...serviceEnv, MAIL_FROM: 'Doorman <post>' }, 'broken', 'MAIL_FROM contains no email address'],
  [{ ...serviceEnv, MAIL_FROM: '' }, 'broken', 'MAIL_FROM must be set'],
])('the relay settings are checked, case %#', async (env, status, words) => {
  const { of } = await diagnose(env)
  expect(of('Mail relay')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test.each([
  ['EAUTH', 'user or password rejected'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['timeout', 'no answer in time'],
  ['EPROTOCOL', 'not an SMTP server'],
])('a relay that fails with %s is reported as: %s', async (code, words) => {
  const { of } = await diagnose(serviceEnv, createFakeWorld(), {
    askRelay: async () => toProbeFailure(code),
  })
  expect(of('Mail relay')).toMatchObject([
    { status: 'broken', says: expect.stringMatching(`^relay\\.test:587: .*${words}`) },
  ])
})
