import { join } from 'node:path'
import type { DatabaseAnswer } from './ask-database.ts'
import { judgeSkew } from './clock-skew.ts'
import type { Failure } from './failure.ts'
import { broken, look, off, ok, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'
import { findTokenKeys } from './token-keys.ts'

const subject = 'Database'

type Answered = Extract<DatabaseAnswer, { kind: 'answered' }>

export async function checkDatabase(settings: Settings, probes: Probes): Promise<Finding[]> {
  const { database, dataDir } = settings
  if ('wrong' in database) return [broken(subject, database.wrong)]
  const own = database.value
  const name = own ? `PostgreSQL at ${new URL(own.url).host}` : 'the embedded PostgreSQL'
  const help = own
    ? 'Look at DATABASE_URL and at the server.'
    : `Its log is in ${join(dataDir, 'postgres')}.`
  const answer: DatabaseAnswer | Failure = await probes.askDatabase(own ?? { dataDir })
  switch (answer.kind) {
    case 'none-yet':
      return [off(subject, `${name} is made at the first start`)]
    case 'failed':
      return [broken(subject, `${name}: ${answer.why}`, help)]
    case 'answered': {
      const flaws = [...findFlaws(answer, probes.wire.clock.now())]
      const fine = ok(subject, `${name}, version ${answer.version}, up to date and durable`)
      const keys = await findTokenKeys(settings, probes)
      const versions = keys?.map(({ version }) => version) ?? []
      return [...(flaws.length > 0 ? flaws : [fine]), ...judgeSeals(answer, versions)]
    }
  }
}

function* findFlaws({ unsafe, pending, now }: Answered, ourNow: Date): Iterable<Finding> {
  if (unsafe.length > 0)
    yield broken(
      subject,
      `it could lose what it has confirmed: ${unsafe.join(', ')} must be on`,
      'Turn them on in postgresql.conf. Doorman does not start otherwise.',
    )
  if (pending.length > 0)
    yield look(
      subject,
      `migrations missing: ${pending.length}, from ${pending[0]} on`,
      'Run: doorman migrate. Only doorman start does it by itself.',
    )
  const skew = judgeSkew(subject, 'its clock', now.getTime() - ourNow.getTime())
  if (skew.status !== 'ok') yield skew
}

/** Tokens whose key is gone are lost; those with an older key wait for rotation. */
function* judgeSeals({ seals }: Answered, versions: readonly number[]): Iterable<Finding> {
  const [newest] = versions
  const lost = seals.filter(({ keyVersion }) => !versions.includes(keyVersion))
  const older = seals.filter((seal) => seal.keyVersion !== newest && !lost.includes(seal))
  for (const { keyVersion, count } of lost)
    yield broken(
      'Sealed tokens',
      `mailboxes that need key ${keyVersion}, which is not there: ${count}`,
      'Put that key back behind the newest in TOKEN_KEYS.',
    )
  for (const { keyVersion, count } of older)
    yield look(
      'Sealed tokens',
      `mailboxes still sealed with key ${keyVersion}: ${count}`,
      'Run: doorman rotate-keys',
    )
}
