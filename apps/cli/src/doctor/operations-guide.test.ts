import type { Consent } from '@doorman/mail/consent'
import { createGmailConsent } from '@doorman/mail/gmail/consent/gmail-consent'
import { createMicrosoftConsent } from '@doorman/mail/microsoft/consent/microsoft-consent'
import { Env } from '@doorman/runtime/config/config'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  createFakeWorld,
  diagnose,
  noMailboxes,
  serviceEnv,
  wholeAuditLog,
} from '../testing/fake-probes.ts'
import { readingChecks } from './mailbox/check-reading.ts'
import { writingChecks } from './mailbox/check-writing.ts'
import { toRedirectUrl, toSignInRedirectUrl } from './checks/provider-urls.ts'
import { readSettings } from './settings.ts'

const guide = readFileSync('docs/operations.md', 'utf8')
const { transport } = createFakeWorld()
const client = { ...transport, clientId: 'id', clientSecret: 'secret' }

/** The Google console shows the `email` scope under this name. */
const consoleNames: Readonly<Record<string, string>> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
}

function listScopes(consent: Consent): string[] {
  const url = consent.toAuthorizationUrl({
    state: '',
    nonce: '',
    codeVerifier: '',
    redirectUrl: '',
  })
  return (new URL(url).searchParams.get('scope') ?? '').split(' ')
}

test('the guide names exactly the scopes that we ask Google for', () => {
  const asked = listScopes(createGmailConsent({ ...client, oauthUrl: null }))
  const [line = ''] = /^.*\*\*Data Access\*\*.*$/m.exec(guide) ?? []
  expect(listCode(line)).toEqual(asked.map((scope) => consoleNames[scope] ?? scope))
})

test('the guide names exactly the permissions that we ask Microsoft for', () => {
  const loginUrl = 'https://login.microsoftonline.com'
  const [line = ''] = /^.*\*\*API permissions\*\*.*$/m.exec(guide) ?? []
  expect(listCode(line)).toEqual(listScopes(createMicrosoftConsent({ ...client, loginUrl })))
})

test.each(['gmail', 'microsoft'] as const)('the guide names the redirect URL of %s', (provider) => {
  const settings = readSettings({ PUBLIC_URL: 'https://doorman.test' }, new Date())
  const path = new URL(toRedirectUrl(settings, provider)).pathname
  expect(guide).toContain(`\`PUBLIC_URL${path}\``)
})

test.each(['google', 'microsoft'] as const)(
  'the guide names the redirect URL for signing in with %s',
  (provider) => {
    const settings = readSettings({ PUBLIC_URL: 'https://doorman.test' }, new Date())
    const path = new URL(toSignInRedirectUrl(settings, provider)).pathname
    expect(guide).toContain(`\`PUBLIC_URL${path}\``)
  },
)

test('the guide names the URLs that receive Graph notifications', () => {
  const source = readFileSync('packages/runtime/src/mail/mail-access.ts', 'utf8')
  const paths = [...source.matchAll(/\$\{publicUrl\}(\/api\/[\w/-]+)/g)].map(([, path]) => path)
  expect(paths).toHaveLength(2)
  for (const path of paths) expect(guide).toContain(`\`PUBLIC_URL${path}\``)
})

test('every variable in the guide exists', () => {
  const named = [...guide.matchAll(/\b(?:[A-Z]+_)+[A-Z]+\b/g)].map(([name]) => name)
  // Variables of the PostgreSQL image and of the C library.
  const others = ['POSTGRES_PASSWORD', 'MALLOC_ARENA_MAX']
  const known = new Set([...Object.keys(Env.shape), ...others])
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('every command in the guide exists', () => {
  const main = readFileSync('apps/cli/src/main.ts', 'utf8')
  const named = [...guide.matchAll(/`(?:npm run -s doorman --|doorman) ([a-z-]+)/g)]
  expect(named.length).toBeGreaterThan(5)
  for (const [, name] of named) expect(main).toMatch(new RegExp(`^  '?${name}'?: \\{`, 'm'))
})

test('the guide lists exactly the subjects that doctor reports', async () => {
  const tokenCounts = [{ keyVersion: 7, count: 1 }]
  const now = transport.clock.now()
  const answer = {
    kind: 'answered',
    version: '18',
    pendingMigrations: [],
    unsafeSettings: [],
    now,
    tokenCounts,
    keyProblem: null,
    damagedTokens: 0,
    isDemo: null,
    demoUsers: [],
    queues: [],
    auditLog: wholeAuditLog,
    mailboxes: noMailboxes,
  } as const
  const reports = [
    await diagnose(serviceEnv, createFakeWorld(), { askDatabase: async () => answer }),
    await diagnose({ LOG_LEVEL: 'loud' }),
  ]
  const subjects = new Set(reports.flatMap(({ all }) => all.map(({ subject }) => subject)))
  const table = guide.slice(guide.indexOf('## What doctor says'))
  const rows = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  )
  expect([...subjects].filter((subject) => !rows.includes(subject))).toEqual([])
  expect(
    rows.filter((row) => row !== 'subject' && !/^-+$/.test(row) && !subjects.has(row)),
  ).toEqual([])
})

test('the guide lists exactly the lines that doctor reports of a mailbox', () => {
  const section = guide.split('\n## Checking a live mailbox\n')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| ([A-Z][^|]+?) +\|/gm)].map(([, line]) => line)
  const checks = [...readingChecks, ...writingChecks].map(({ subject }) => subject)
  expect(rows).toEqual(['Mailbox', ...checks, 'Quota', 'Traces'])
})

function listCode(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
