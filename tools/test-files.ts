/**
 * Unit tests that start programs, build, paint or read whole inboxes: together they take as long as
 * all others. `npm run verify` leaves them to `npm test`.
 */
export const slowUnitTests: readonly string[] = [
  'apps/cli/src/demo/simulated-providers.test.ts',
  'apps/cli/src/main.test.ts',
  'apps/cli/src/product/drizzle-imports.test.ts',
  'apps/web/vite/stand-ins/zod-mini.test.ts',
  'packages/classifier/src/training/read-inboxes.test.ts',
  'packages/mail/src/gmail/gmail-mailbox.test.ts',
  'packages/mail/src/large-messages.test.ts',
  'packages/mail/src/microsoft/microsoft-mailbox.test.ts',
  'packages/runtime/src/pictures/create-pictures.test.ts',
  'packages/runtime/src/sign-in/passwords.test.ts',
  'packages/simulators/src/scenes/arrivals.test.ts',
  'packages/simulators/src/scenes/open-scenes.test.ts',
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
  'system/customer-life.db.test.ts',
  'system/known-contacts.db.test.ts',
  'system/pipeline.db.test.ts',
  'system/providers.db.test.ts',
  'system/replies.db.test.ts',
  'system/restore.db.test.ts',
]
