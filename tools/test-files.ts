/**
 * Unit tests that start programs, build, paint or read whole inboxes, and all tests of the folders in
 * which most talk to a simulator or another server: together they take longer than all others.
 * `npm run verify` leaves them to `npm test`.
 */
export const slowUnitTests: readonly string[] = [
  'apps/cli/src/demo/simulated-providers.test.ts',
  'apps/cli/src/doctor/**',
  'apps/cli/src/main.test.ts',
  'apps/cli/src/product/drizzle-imports.test.ts',
  'apps/web/vite/stand-ins/zod-mini.test.ts',
  'e2e/looks/compare.test.ts',
  'packages/classifier/src/training/**',
  'packages/mail/src/gmail/**',
  'packages/mail/src/large-messages.test.ts',
  'packages/mail/src/microsoft/**',
  'packages/notify/src/smtp.test.ts',
  'packages/payments/**',
  'packages/runtime/src/pictures/create-pictures.test.ts',
  'packages/runtime/src/sign-in/passwords.test.ts',
  'packages/simulators/**',
  'scripts/build.test.ts',
  'scripts/install-node.test.ts',
]

/** Tests with a series that `npm test` tries in part. `npm run test:long` runs them with all of it. */
export const sampledTests: readonly string[] = [
  'apps/cli/bundle/bundle.db.test.ts',
  'apps/cli/src/commands/doctor.hostile.test.ts',
  'apps/cli/src/main.db.test.ts',
  'packages/classifier/src/hostile-text.hostile.test.ts',
  'packages/db/src/embedded/start-postgres.db.test.ts',
  'packages/domain/src/redaction/redact.hostile.test.ts',
  'packages/domain/src/redaction/redaction-time.hostile.test.ts',
  'packages/mail/src/mime/parse-mime.hostile.test.ts',
  'packages/services/src/audit/list-audit-log.db.test.ts',
  'packages/services/src/reports/order-weekly-reports.db.test.ts',
  'packages/services/src/screens.db.test.ts',
  'packages/services/src/user-actions/take-action.property.db.test.ts',
  'system/customer-life.db.test.ts',
  'system/known-contacts.db.test.ts',
  'system/pipeline.db.test.ts',
  'system/providers.db.test.ts',
  'system/replies.db.test.ts',
  'system/restore.db.test.ts',
]
