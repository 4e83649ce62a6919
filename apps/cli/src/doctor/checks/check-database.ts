import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { join } from 'node:path'
import { adviseOnKeyProblem, describeKeyProblem } from '../../product/require-token-keys.ts'
import type { DatabaseAnswer } from '../probes/ask-database.ts'
import { judgeAuditLog } from './judge-audit-log.ts'
import { judgeClock } from './judge-clock.ts'
import { judgeMailboxes, judgeQueues } from './judge-queues-and-mailboxes.ts'
import type { ProbeFailure } from '../probe-failure.ts'
import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'
import { findTokenKeys } from './find-token-keys.ts'

const subject = 'Database'

type Answered = Extract<DatabaseAnswer, { kind: 'answered' }>

export async function checkDatabase(settings: Settings, probes: Probes): Promise<Finding[]> {
  const { database, dataDir } = settings
  if ('problem' in database) return [broken(subject, database.problem)]
  const external = database.value
  const name = external ? `PostgreSQL at ${new URL(external.url).host}` : 'the embedded PostgreSQL'
  const advice = external
    ? 'Check DATABASE_URL and the server.'
    : `Its log is in ${join(dataDir, 'postgres')}.`
  const keys = await findTokenKeys(settings, probes)
  const answer: DatabaseAnswer | ProbeFailure = await probes.askDatabase(
    external ?? { dataDir },
    keys && createKeyRing(keys),
  )
  switch (answer.kind) {
    case 'not-created':
      return [off(subject, `${name} will be created at the first start`)]
    case 'failed':
      return [broken(subject, `${name}: ${answer.reason}`, advice)]
    case 'answered': {
      const problems = [
        ...findDemoProblem(answer, settings.isDemo),
        ...findProblems(answer, probes.transport.clock.now()),
      ]
      const fine = ok(subject, `${name}, version ${answer.version}, up to date and durable`)
      const versions = keys?.map(({ version }) => version) ?? []
      return [
        ...(problems.length > 0 ? problems : [fine]),
        ...judgeTokenKeys(answer, versions),
        ...judgeQueues(answer.queues),
        ...judgeMailboxes(answer.mailboxes),
        ...judgeAuditLog(answer.auditLog),
      ]
    }
  }
}

/** A demo and a service never share a database. */
function* findDemoProblem({ isDemo, demoUsers }: Answered, isDemoWanted: boolean) {
  if (isDemoWanted && isDemo === false)
    yield broken(
      subject,
      'it belongs to a service, so the demo would not start',
      'Set DATA_DIR to an empty folder for the demo, or complete the settings of the service.',
    )
  if (isDemoWanted || (!isDemo && demoUsers.length === 0)) return
  const known =
    demoUsers.length > 0 ? `, and everyone knows the passwords of ${demoUsers.join(' and ')}` : ''
  yield broken(
    subject,
    `a demo has used it${known}`,
    'Use a database that no demo has used, or follow “After a demo” in docs/operations.md.',
  )
}

function* findProblems(
  { unsafeSettings, pendingMigrations, now }: Answered,
  ourNow: Date,
): Iterable<Finding> {
  if (unsafeSettings.length > 0)
    yield broken(
      subject,
      `a crash could lose committed data: ${unsafeSettings.join(', ')} must be on`,
      'Turn them on in postgresql.conf. Doorman refuses to start otherwise.',
    )
  if (pendingMigrations.length > 0)
    yield needsAttention(
      subject,
      `pending migrations: ${pendingMigrations.length}, starting with ${pendingMigrations[0]}`,
      'Run: doorman migrate. (doorman start does this itself.)',
    )
  const skew = judgeClock(subject, 'its clock', now.getTime() - ourNow.getTime())
  if (skew.status !== 'ok') yield skew
}

/** Tokens whose key is missing cannot be decrypted. Tokens with an older key need `rotate-keys`. */
function* judgeTokenKeys(
  { tokenCounts, keyProblem, damagedTokens }: Answered,
  versions: readonly number[],
): Iterable<Finding> {
  if (keyProblem && keyProblem.kind !== 'missing') {
    yield broken(
      'Sealed tokens',
      describeKeyProblem(keyProblem),
      `${adviseOnKeyProblem(keyProblem)} Doorman refuses to start otherwise.`,
    )
    return
  }
  if (damagedTokens > 0)
    yield needsAttention(
      'Sealed tokens',
      `mailboxes whose tokens are damaged and can’t be decrypted: ${damagedTokens}`,
      'Nothing: their users are asked to reconnect. If there are many, restore the table grants from a backup.',
    )
  const [newest] = versions
  const undecryptable = tokenCounts.filter(({ keyVersion }) => !versions.includes(keyVersion))
  const older = tokenCounts.filter(
    (tokens) => tokens.keyVersion !== newest && !undecryptable.includes(tokens),
  )
  for (const { keyVersion, count } of undecryptable)
    yield broken(
      'Sealed tokens',
      `mailboxes whose key ${keyVersion} is missing: ${count}`,
      adviseOnKeyProblem({ kind: 'missing', version: keyVersion, mailboxes: count }),
    )
  for (const { keyVersion, count } of older)
    yield needsAttention(
      'Sealed tokens',
      `mailboxes still encrypted with key ${keyVersion}: ${count}`,
      'Run: doorman rotate-keys',
    )
}
