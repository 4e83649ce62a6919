import { expect, test } from 'vitest'
import type { Graph } from './graph/graph.ts'
import { listOwnAddresses } from './own-addresses.ts'

test.each([
  [
    'a work account',
    {
      mail: 'Ann.Ash@Acme.test',
      userPrincipalName: 'ann@acme.onmicrosoft.test',
      proxyAddresses: [
        'SMTP:ann.ash@acme.test',
        'smtp:sales@acme.test',
        'SIP:ann@acme.test',
        'X500:/o=Acme/ou=Exchange/cn=Recipients/cn=ann',
      ],
    },
    ['ann.ash@acme.test', 'ann@acme.onmicrosoft.test', 'sales@acme.test'],
  ],
  [
    'a personal account',
    { mail: null, userPrincipalName: 'ann@outlook.com', proxyAddresses: [] },
    ['ann@outlook.com'],
  ],
  [
    'a guest',
    { mail: 'ann@acme.test', userPrincipalName: 'ann_acme.test#EXT#@host.onmicrosoft.test' },
    ['ann@acme.test'],
  ],
  ['an empty account', {}, []],
])('lists the addresses of %s', async (_case, user, expected) => {
  const graph: Pick<Graph, 'get'> = { get: async () => user }
  expect(await listOwnAddresses(graph)).toEqual(expected)
})
