import type { Behaviour } from '@doorman/simulators/language-model/language-model'
import { expect, test } from 'vitest'
import { createFakeWorld, diagnose, service, toNetworkError } from './fake-probes.ts'

async function findModel(env: Record<string, string>, world = createFakeWorld()) {
  return (await diagnose(env, world)).of('Language model')
}

test('without one, no mail leaves the machine', async () => {
  expect(await findModel({})).toMatchObject([{ status: 'off' }])
})

test('one that answers as asked is fine', async () => {
  expect(await findModel(service)).toMatchObject([
    { status: 'ok', says: 'judge-1 at localhost:11434 answers, and may be asked' },
  ])
})

test('F55: a hosted one without evidence is broken, and says why', async () => {
  const hosted = { ...service, AI_PROVIDER: 'openai', AI_BASE_URL: '' }
  expect(await findModel(hosted)).toMatchObject([
    { status: 'broken', says: expect.stringContaining('only with recorded evidence') },
  ])
  expect(await findModel({ ...service, AI_PROVIDER: '' })).toMatchObject([
    { status: 'broken', says: expect.stringContaining('AI_PROVIDER must be set') },
  ])
})

const useless: Behaviour[] = [
  'invalid-json',
  'prose',
  'unknown-label',
  'refusal',
  'empty',
  'wrong-model',
  'foreign-id',
]

test.each(useless)('F53: one that answers with %s is told', async (behaviour) => {
  const world = createFakeWorld()
  world.model.behave(behaviour)
  expect(await findModel(service, world)).toMatchObject([
    { status: 'broken', says: expect.stringContaining('not in the form') },
  ])
})

test.each([
  [401, 'Look at AI_API_KEY.'],
  [404, 'Look at AI_MODEL and AI_BASE_URL.'],
  [402, 'Look at the limits and the money of that account.'],
  [400, 'Look at AI_MODEL, and at what the endpoint says in its own log.'],
])('one that refuses us with %i', async (status, advice) => {
  const world = createFakeWorld()
  world.hosts.set('localhost:11434', async () => Response.json({ error: {} }, { status }))
  expect(await findModel(service, world)).toMatchObject([
    { status: 'broken', says: `judge-1 at localhost:11434 refuses us (${status})`, advice },
  ])
})

test.each([
  ['ECONNREFUSED', 'broken', 'nobody listens there'],
  ['ETIMEDOUT', 'look', 'no answer in time'],
])('one that fails with %s', async (code, status, words) => {
  const world = createFakeWorld()
  world.hosts.set('localhost:11434', () => Promise.reject(toNetworkError(code)))
  expect(await findModel(service, world)).toMatchObject([
    { status, says: `judge-1 at localhost:11434: ${words}` },
  ])
})
