import { expect, test } from 'vitest'
import { listNotifications } from './notifications.ts'

const change = { subscriptionId: 's', clientState: 'ours', changeType: 'created', resource: 'r' }

test('one request tells of many subscriptions', () => {
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
])('F17: after %s a subscription has to be asked for again: %j', (lifecycleEvent, endsPush) => {
  const body = JSON.stringify({
    value: [{ subscriptionId: 's', clientState: 'c', lifecycleEvent }],
  })
  expect(listNotifications(body)).toEqual([{ clientState: 'c', endsPush }])
})

test.each(['', 'null', '[]', '{}', '{"value":{}}', '{"value":[null,7,"x",{},{"clientState":7}]}'])(
  '%s tells of nothing',
  (body) => {
    expect(listNotifications(body)).toEqual([])
  },
)
