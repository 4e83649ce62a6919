import type { Mutation } from '../mutation.ts'

const pubSub = 'packages/mail/src/gmail/push/pub-sub.ts'
const pubSubTest = 'packages/mail/src/gmail/push/pub-sub.test.ts'
const clientStates = 'packages/runtime/src/mail/client-states.ts'
const clientStatesTest = 'packages/runtime/src/mail/client-states.test.ts'
const receive = 'packages/services/src/mailboxes/upkeep/receive-push-notifications.ts'
const routes = 'apps/api/src/routes/webhooks.ts'
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
    original: "await receive(ctx, 'gmail', request)",
    mutated: "void receive(ctx, 'gmail', request).catch(() => {})",
    tests: [routesTest, 'apps/api/src/tests/outage.db.test.ts'],
  },
  {
    guarantee: 'a Microsoft notification is acknowledged after it is stored',
    file: routes,
    original: "await receive(ctx, 'microsoft', request)",
    mutated: "void receive(ctx, 'microsoft', request).catch(() => {})",
    tests: [routesTest, 'apps/api/src/tests/outage.db.test.ts'],
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
    original: 'and(mailboxes.isActive, not(mailboxes.isPaused))',
    mutated: 'mailboxes.isActive',
    tests: [routesTest],
  },
  {
    guarantee: 'a notification does not wake a mailbox that waits for its user',
    file: receive,
    original: 'and(isScreened, isAccessible())',
    mutated: 'isScreened',
    tests: [routesTest],
  },
  {
    guarantee: 'push of a mailbox that is not screened is stopped',
    file: receive,
    original: 'if (notSynced > 0)',
    mutated: 'if (notSynced < 0)',
    tests: [routesTest],
  },
  {
    guarantee: 'a subscription that ends is renewed by the next sync',
    file: receive,
    original: 'if (ending.length > 0) await endPush(ctx.db, [...new Set(ending)])',
    mutated: 'void endPush',
    tests: [routesTest],
  },
]
