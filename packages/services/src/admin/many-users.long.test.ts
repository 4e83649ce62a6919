import { testManyUsers } from '../testing/many-users.ts'

await testManyUsers({
  userCount: 100_000,
  mailboxCount: 100_000,
  decisionCount: 1_000_000,
  large: ['users', 'mailboxes', 'filtered_totals', 'daily_counts', 'decisions'],
})
