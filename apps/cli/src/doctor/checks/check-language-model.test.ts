import type { Behaviour } from '@doorman/simulators/language-model/language-model'
import { expect, test } from 'vitest'
import { createFakeWorld, diagnose, serviceEnv, toNetworkError } from '../../testing/fake-probes.ts'

async function findModel(env: Record<string, string>, world = createFakeWorld()) {
  return (await diagnose(env, world)).of('Language model')
}

test('without a language model it is off', async () => {
  expect(await findModel({})).toMatchObject([{ status: 'off' }])
})

test('a language model that answers in the required format is ok', async () => {
  expect(await findModel(serviceEnv)).toMatchObject([
    { status: 'ok', says: 'judge-1 at localhost:11434 answers' },
  ])
})

test('a hosted language model without evidence of zero retention is broken, with the reason', async () => {
  const hosted = { ...serviceEnv, AI_PROVIDER: 'openai', AI_BASE_URL: '' }
  expect(await findModel(hosted)).toMatchObject([
    { status: 'broken', says: expect.stringContaining('only with recorded evidence') },
  ])
  expect(await findModel({ ...serviceEnv, AI_PROVIDER: '' })).toMatchObject([
    { status: 'broken', says: expect.stringContaining('AI_PROVIDER must be set') },
  ])
})

const unusable: Behaviour[] = [
  'invalid-json',
  'prose',
  'unknown-label',
  'refusal',
  'empty',
  'wrong-model',
  'foreign-id',
]

test.each(unusable)('an answer with %s is reported', async (behaviour) => {
  const world = createFakeWorld()
  world.model.setBehaviours(behaviour)
  expect(await findModel(serviceEnv, world)).toMatchObject([
    { status: 'broken', says: expect.stringContaining('not in the required format') },
  ])
})

test.each([
  [401, 'Check AI_API_KEY.'],
  [404, 'Check AI_MODEL and AI_BASE_URL.'],
  [402, 'Check the limits and the balance of that account.'],
  [400, 'Check AI_MODEL and the log of the endpoint.'],
])('status %i leads to the advice: %s', async (status, advice) => {
  const world = createFakeWorld()
  world.hosts.set('localhost:11434', async () => Response.json({ error: {} }, { status }))
  expect(await findModel(serviceEnv, world)).toMatchObject([
    {
      status: 'broken',
      says: `judge-1 at localhost:11434 refuses the request (${status})`,
      advice,
    },
  ])
})

test.each([
  ['ECONNREFUSED', 'broken', 'nothing listens there'],
  ['ETIMEDOUT', 'look', 'no answer in time'],
])('a request that fails with %s is reported as %s', async (code, status, words) => {
  const world = createFakeWorld()
  world.hosts.set('localhost:11434', () => Promise.reject(toNetworkError(code)))
  expect(await findModel(serviceEnv, world)).toMatchObject([
    { status, says: `judge-1 at localhost:11434: ${words}` },
  ])
})
