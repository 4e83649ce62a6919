import type { Mutation } from '../mutation.ts'

const start = 'apps/cli/src/product/start-product.ts'
const prepare = 'apps/cli/src/product/prepare-database.ts'
const mark = 'packages/db/src/demo-mark.ts'
const startTest = 'apps/cli/src/demo-and-service.db.test.ts'
const markTest = 'packages/db/src/demo-mark.db.test.ts'
const config = 'packages/runtime/src/config/config.ts'
const configTest = 'packages/runtime/src/config/config.test.ts'
const proxies = 'packages/runtime/src/config/trusted-proxies.ts'
const secrets = 'apps/cli/src/product/secrets.ts'

/** The demo, whose passwords are public, never meets a service; a service starts only if safe. */
export const demoAndService: readonly Mutation[] = [
  {
    guarantee: 'a service has no simulators',
    file: start,
    original: 'const demo = config.isDemo\n    ?',
    mutated: 'const demo = config\n    ?',
    tests: ['apps/cli/src/main.db.test.ts'],
  },
  {
    guarantee: 'users with public passwords are seeded in a demo only',
    file: start,
    original: 'if (config.isDemo) await seedDemo(runtime.ctx)',
    mutated: 'await seedDemo(runtime.ctx)',
    tests: ['apps/cli/src/main.db.test.ts'],
  },
  {
    guarantee: 'the kind of a database is checked before anything changes in it',
    file: prepare,
    original:
      'await refuseOtherKind(url, isDemo)\n  if (mustBeDurable) await requireDurability(url)\n  const applied',
    mutated: 'if (mustBeDurable) await requireDurability(url)\n  const applied',
    tests: [startTest],
  },
  {
    guarantee: 'a service refuses a demo’s database, and a demo a service’s',
    file: prepare,
    original: 'if ((await claimDatabase(url, isDemo)) !== isDemo) throw toRefusal(isDemo)',
    mutated: 'await claimDatabase(url, isDemo)',
    tests: [startTest],
  },
  {
    guarantee: 'a start is refused if the database could lose committed data',
    file: prepare,
    original: 'if (mustBeDurable) await requireDurability(url)\n  const applied',
    mutated: 'const applied',
    tests: [startTest],
  },
  {
    guarantee: 'a separate process is refused if the database could lose committed data',
    file: prepare,
    original: 'if (mustBeDurable) await requireDurability(url)\n  await claim',
    mutated: 'await claim',
    tests: [startTest],
  },
  {
    guarantee: 'a separate process does not start on an older database',
    file: prepare,
    original: 'if (pending !== undefined)',
    mutated: 'if (pending === null)',
    tests: [startTest],
  },
  {
    guarantee: 'the mark of a database is final',
    file: mark,
    original: 'where is_demo is null and not (',
    mutated: 'where not (',
    tests: [markTest],
  },
  {
    guarantee: 'a demo does not take a database with users',
    file: mark,
    original: 'exists (select from users) or ',
    mutated: '',
    tests: [markTest],
  },
  {
    guarantee: 'naming a database, a secret or keys means a service',
    file: config,
    original: "const serviceVariables = [\n  'DATABASE_URL',\n  'DOORMAN_SECRET',\n  'TOKEN_KEYS',",
    mutated: 'const serviceVariables = [',
    tests: [configTest],
  },
  {
    guarantee: 'a demo cannot be reached from other machines',
    file: config,
    original: 'else if (!isLoopback(env.HOST))',
    mutated: "else if (env.HOST === '')",
    tests: [configTest],
  },
  {
    guarantee: 'a service has its secrets from the operator',
    file: config,
    original: "['PUBLIC_URL', 'DOORMAN_SECRET', 'TOKEN_KEYS', 'SMTP_URL', 'MAIL_FROM']",
    mutated: "['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']",
    tests: [configTest],
  },
  {
    guarantee: 'a short secret is refused',
    file: config,
    original: "z.string().min(32, 'must have at least 32 characters').optional()",
    mutated: 'z.string().optional()',
    tests: [configTest],
  },
  {
    guarantee: 'an address beyond this machine is encrypted',
    file: config,
    original: "protocol === 'https:' || isLoopback(hostname)",
    mutated: 'protocol !== hostname',
    tests: [configTest],
  },
  {
    guarantee: 'a public address with a path is refused',
    file: config,
    original: 'return new URL(url).href === `${new URL(url).origin}/`',
    mutated: "return url !== ''",
    tests: [configTest],
  },
  {
    guarantee: 'a proxy list that trusts strangers is refused',
    file: proxies,
    original: 'isMapped || length < minPrefixLength[version]',
    mutated: 'isMapped',
    tests: [configTest],
  },
  {
    guarantee: 'secrets are readable by their owner only',
    file: secrets,
    original: '{ mode: 0o600, flush: true }',
    mutated: '{ mode: 0o644, flush: true }',
    tests: ['apps/cli/src/product/secrets.test.ts'],
  },
  {
    guarantee: 'unsafe settings of PostgreSQL are found',
    file: 'packages/db/src/durability.ts',
    original: "and setting = 'off'",
    mutated: "and setting = 'never'",
    tests: ['packages/db/src/durability.db.test.ts'],
  },
  {
    guarantee: 'while days pass in the demo, the product and the simulators have the same time',
    file: 'apps/cli/src/demo/demo-clock.ts',
    original: 'moving = simulators',
    mutated: 'moving = null',
    tests: ['apps/cli/src/demo/demo-clock.test.ts'],
  },
]
