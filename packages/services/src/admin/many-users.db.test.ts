import { testManyUsers } from '../testing/many-users.ts'

// 100,000 users and a million decisions take minutes to add: see many-users.long.test.ts.
await testManyUsers({
  userCount: 10_000,
  mailboxCount: 1_000,
  decisionCount: 1_000,
  large: ['users', 'daily_counts', 'decisions'],
})
