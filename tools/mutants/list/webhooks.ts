import type { Mutation } from '../mutation.ts'

const pubSub = 'packages/mail/src/gmail/push/pub-sub.ts'
const pubSubTest = 'packages/mail/src/gmail/push/pub-sub.test.ts'
const clientStates = 'packages/runtime/src/mail/client-states.ts'
const clientStatesTest = 'packages/runtime/src/mail/client-states.test.ts'
const receive = 'packages/services/src/mailboxes/upkeep/receive-push-notifications.ts'
const routes = 'apps/api/src/routes/webhooks.ts'
const batches = 'apps/api/src/routes/in-batches.ts'
const batchesTest = 'apps/api/src/routes/in-batches.test.ts'
const routesTest = 'apps/api/src/routes/webhooks.db.test.ts'

/** A push notification is believed only if the provider sent it, and acknowledged only if kept. */
export const webhooks: readonly Mutation[] = [
  {
    guarantee: 'Pub/Sub: the token is that of our own subscription',
    file: pubSub,
    original: "claims?.['email'] === pushAccount && claims['email_verified'] === true",
    mutated: "claims?.['email_verified'] === true",
    tests: [pubSubTest],
  },
  {
    guarantee: 'Pub/Sub: the address of the token is verified',
    file: pubSub,
    original: " && claims['email_verified'] === true",
    mutated: '',
    tests: [pubSubTest],
  },
  {
    guarantee: 'Pub/Sub: an unproven request names no mailbox',
    file: pubSub,
    original: "(await isProven(authorization)) ? listAddresses(body) : 'unproven'",
    mutated: 'listAddresses(body)',
    tests: [pubSubTest],
  },
  {
    guarantee: 'Microsoft: the client state is signed',
    file: clientStates,
    original: 'grantId.success && isEqual(signature, sign(grantId.data)) ?',
    mutated: 'grantId.success ?',
    tests: [clientStatesTest],
  },
  {
    guarantee: 'Microsoft: the signature names the grant',
    file: clientStates,
    original: '.update(`push ${grantId}`)',
    mutated: ".update('push')",
    tests: [clientStatesTest],
  },
  {
    guarantee: 'a notification is acknowledged after it is stored',
    file: routes,
    original: 'await receivers.gmail(request)',
    mutated: 'void receivers.gmail(request).catch(() => {})',
    tests: [routesTest, 'apps/api/src/tests/outage.db.test.ts'],
  },
  {
    guarantee: 'a Microsoft notification is acknowledged after it is stored',
    file: routes,
    original: 'await receivers.microsoft(request)',
    mutated: 'void receivers.microsoft(request).catch(() => {})',
    tests: [routesTest, 'apps/api/src/tests/outage.db.test.ts'],
  },
  {
    guarantee: 'a notification is acknowledged after its own batch is stored',
    file: batches,
    original: 'return next.isRun',
    mutated: 'return Promise.resolve()',
    tests: [batchesTest, 'apps/api/src/tests/outage.db.test.ts'],
  },
  {
    guarantee: 'a notification that comes while others are stored is stored next',
    file: batches,
    original: '      next = null\n',
    mutated: '',
    tests: [batchesTest],
  },
  {
    guarantee: 'a batch that could not be stored holds up no later one',
    file: batches,
    original: 'isRun.catch(() => {})',
    mutated: 'isRun',
    tests: [batchesTest],
  },
  {
    guarantee: 'a forged notification is refused',
    file: routes,
    original: "if (notifications === 'unproven') throw new ForgedNotification()",
    mutated: "if (notifications === 'unproven') return",
    tests: [routesTest],
  },
  {
    guarantee: 'a validation token cannot carry markup',
    file: routes,
    original: ' || /[<>\\p{Cc}]/u.test(token)',
    mutated: '',
    tests: [routesTest],
  },
  {
    guarantee: 'a notification of one provider does not sync the other’s mailbox',
    file: receive,
    original: 'eq(mailboxes.provider, provider),',
    mutated: '',
    tests: [routesTest],
  },
  {
    guarantee: 'a notification for a paused mailbox stops push instead of syncing',
    file: receive,
    original: 'mailboxes.isActive, not(mailboxes.isPaused),',
    mutated: 'mailboxes.isActive,',
    tests: [routesTest],
  },
  {
    guarantee: 'a notification does not wake a mailbox that waits for its user',
    file: receive,
    original: ', isAccessible()),',
    mutated: '),',
    tests: [routesTest],
  },
  {
    guarantee: 'push of a mailbox that is not screened is stopped',
    file: receive,
    original: 'if (synced < grantIds.size + addresses.size)',
    mutated: 'if (grantIds.size + addresses.size < synced)',
    tests: [routesTest],
  },
  {
    guarantee: 'a subscription that ends is renewed by the next sync',
    file: receive,
    original:
      'await ctx.db.update(grants).set({ pushRenewAt: null }).where(inArray(grants.id, ending))',
    mutated: 'void grants',
    tests: [routesTest],
  },
]
