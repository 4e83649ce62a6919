import { MailError } from '@doorman/mail/mail-error'
import { FakeNotify } from '@doorman/notify/testing/fake-notify'
import { expect, test } from 'vitest'
import { isBearer } from './is-bearer.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const token = 'a token of Prometheus with 32 characters'

test('calls to a provider are counted by how they end, and their failures are passed on', async () => {
  const { registry, timeProviderCall } = createMetrics()
  expect(await timeProviderCall('gmail', async () => 'answer')).toBe('answer')
  const limited = new MailError('rate-limited', '429')
  for (const error of [limited, limited, new TypeError('canary')])
    await expect(timeProviderCall('gmail', () => Promise.reject(error))).rejects.toBe(error)
  const text = await registry.metrics()
  const name = 'doorman_provider_call_duration_seconds_count'
  expect(text).toContain(`${name}{provider="gmail",outcome="ok"} 1`)
  expect(text).toContain(`${name}{provider="gmail",outcome="rate-limited"} 2`)
  expect(text).toContain(`${name}{provider="gmail",outcome="error"} 1`)
  expect(text).not.toContain('canary')
})

test('attempts of jobs are counted by how they end', async () => {
  const { registry, timeJob } = createMetrics()
  await timeJob('move-message', async () => {})
  await timeJob('move-message', async () => ({ kind: 'given-up', failure: 'provider-refused' }))
  await timeJob('move-message', async () => ({ kind: 'postponed', reason: 'x', delayMs: 1 }))
  await expect(timeJob('move-message', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  const text = await registry.metrics()
  for (const outcome of ['done', 'given-up', 'postponed', 'failed'])
    expect(text).toContain(`_seconds_count{job="move-message",outcome="${outcome}"} 1`)
})

test('emails to the relay are counted by how they end', async () => {
  const { registry, meterRelay } = createMetrics()
  const relay = new FakeNotify()
  const metered = meterRelay(relay)
  const send = () =>
    metered.send('ann@example.com', { kind: 'welcome', url: 'http://localhost' }, { id: '1' })
  await send()
  relay.failAllWith = { kind: 'refused' }
  await expect(send()).rejects.toThrow('refused')
  expect(relay.sent).toMatchObject([{ to: 'ann@example.com', id: '1' }])
  const text = await registry.metrics()
  expect(text).toContain('doorman_relay_sends_total{outcome="sent"} 1')
  expect(text).toContain('doorman_relay_sends_total{outcome="refused"} 1')
})

test.each([undefined, '', token, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`])(
  '%j does not carry the token',
  (header) => expect(isBearer(header, token)).toBe(false),
)

test('a worker serves its metrics only with the token, and nothing else', async () => {
  const metrics = createMetrics()
  metrics.countDecision('filter')
  const { port, close } = await serveMetrics(metrics, { token, host: '127.0.0.1', port: 0 })
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await ask('/metrics', { headers })
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(await answer.text()).toContain('doorman_messages_screened_total{outcome="filter"} 1')
  for (const other of [
    await ask('/metrics'),
    await ask('/metrics', { headers: { authorization: 'Bearer other' } }),
    await ask('/metrics', { headers, method: 'POST' }),
    await ask('/', { headers }),
  ]) {
    expect(other.status).toBe(404)
    expect(await other.text()).toBe('Not found.\n')
  }
  await close()
})
