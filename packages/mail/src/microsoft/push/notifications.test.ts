import { expect, test } from 'vitest'
import { listNotifications } from './notifications.ts'

const change = { subscriptionId: 's', clientState: 'ours', changeType: 'created', resource: 'r' }

test('reads several notifications from one request', () => {
  const body = JSON.stringify({ value: [change, { ...change, clientState: 'another' }] })
  expect(listNotifications(body)).toEqual([
    { clientState: 'ours', endsPush: false },
    { clientState: 'another', endsPush: false },
  ])
})

test.each([
  ['reauthorizationRequired', true],
  ['subscriptionRemoved', true],
  ['missed', false],
  ['somethingNew', false],
])('%s ends the subscription: %j', (lifecycleEvent, endsPush) => {
  const body = JSON.stringify({
    value: [{ subscriptionId: 's', clientState: 'c', lifecycleEvent }],
  })
  expect(listNotifications(body)).toEqual([{ clientState: 'c', endsPush }])
})

test.each(['', 'null', '[]', '{}', '{"value":{}}', '{"value":[null,7,"x",{},{"clientState":7}]}'])(
  '%s contains no notification',
  (body) => {
    expect(listNotifications(body)).toEqual([])
  },
)
