import { uploadMaxBytes } from '@doorman/contract/content'
import { Env } from '@doorman/runtime/config/config'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { builds } from '../scripts/build.mjs'
import nodeRelease from '../scripts/node-release.json' with { type: 'json' }

const read = (path: string) => readFileSync(path, 'utf8')
const main = read('apps/cli/src/main.ts')
const isCommand = (name: string) => new RegExp(`^  '?${name}'?: \\{`, 'm').test(main)
const dockerfile = read('Dockerfile')
const bundle = `${builds.server.output}/main.js`
const caddyfile = read('deploy/Caddyfile')
const instruction = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, text = '']) => text)

type Service = {
  readonly command: string[]
  readonly read_only?: boolean
  readonly tmpfs?: string[]
  readonly cap_drop?: string[]
  readonly security_opt?: string[]
  readonly env_file: string
  readonly environment?: Record<string, unknown>
  readonly ports?: string[]
  readonly volumes?: string[]
  readonly depends_on?: Record<string, { readonly condition: string }>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Record<'migrate' | 'web' | 'worker' | 'postgres', Service>
  readonly volumes: Record<string, unknown>
}
const { migrate, web, worker, postgres } = compose.services

const port = '3000'
/** Variables of other programs. */
const foreign = new Set([
  'MALLOC_ARENA_MAX',
  'NODE_ENV',
  'NODE_VERSION',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
  'POSTGRES_DB',
])

test.each(['Dockerfile', 'compose.yaml', 'deploy/Caddyfile', 'deploy/doorman@.service'])(
  'every variable in %s exists',
  (path) => {
    const named = [...read(path).matchAll(/\b([A-Z]+(?:_[A-Z]+)+)(?==|:| )/g)].map(
      ([, name = '']) => name,
    )
    const unknown = named.filter((name) => !foreign.has(name) && !Object.hasOwn(Env.shape, name))
    expect(unknown.filter((name) => !/^(?:AF|RESTRICT)_/.test(name))).toEqual([])
  },
)

describe('the image', () => {
  test('runs on the Node that we install ourselves, as a user without rights', () => {
    expect(instruction('ARG')).toEqual([`NODE_VERSION=${nodeRelease.version}`])
    expect(instruction('USER')).toEqual(['10001:10001'])
    expect(instruction('FROM').at(-1)).not.toContain(' AS ')
  })

  test('contains what the tested script builds, and nothing of the operator', () => {
    expect(dockerfile).toContain('RUN sh /source/deploy/build-image.sh /source /opt/doorman')
    expect(instruction('COPY')).toEqual(['. /source', '--from=build /opt/doorman /opt/doorman'])
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.env',
        'postgres.env',
        '.data',
        '.git',
        '**/node_modules',
        '**/build',
      ]),
    )
  })

  test('git ignores the files with secrets, too', () => {
    for (const { env_file } of Object.values(compose.services))
      expect(read('.gitignore').split('\n')).toContain(env_file)
  })

  test('starts our program', () => {
    const [program = '', command = ''] = [instruction('ENTRYPOINT')[0], instruction('CMD').at(-1)]
    const [node, path] = JSON.parse(program) as string[]
    expect(node).toBe('node')
    expect(path).toBe(bundle)
    expect(JSON.parse(command)).toEqual(['web'])
    expect(instruction('EXPOSE')).toEqual([port])
    expect(instruction('ENV').join()).toContain(`PORT=${port}`)
  })
})

describe('compose.yaml', () => {
  test.each(Object.entries({ migrate, web, worker }))(
    '%s has no rights that it does not need',
    (_name, service) => {
      expect(service).toMatchObject({
        image: 'doorman',
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        env_file: '.env',
      })
      expect(service.command).toHaveLength(1)
      expect(isCommand(service.command[0] ?? '')).toBe(true)
    },
  )

  test('web and worker wait for the migration, and the migration for PostgreSQL', () => {
    expect(migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    for (const { depends_on } of [web, worker])
      expect(depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  })

  test('only this machine reaches web, and nothing outside reaches PostgreSQL', () => {
    expect(web.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(web.environment).toMatchObject({ PORT: Number(port) })
    for (const { ports } of [migrate, worker, postgres]) expect(ports).toBeUndefined()
  })

  test('PostgreSQL loses nothing in a crash, and its data outlives the container', () => {
    const durability = read('packages/db/src/durability.ts')
    const [, list = ''] = /const settings = \[(.+)\]/.exec(durability) ?? []
    const settings = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => `--${name}=on`)
    expect(settings).toHaveLength(3)
    expect(postgres.command).toEqual(expect.arrayContaining(settings))
    expect(Object.keys(compose.volumes)).toEqual(['postgres'])
    expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql'])
  })

  test('holds no password', () => {
    const names = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.keys(environment),
    )
    expect(names.filter((name) => /PASSWORD|SECRET|TOKEN|KEY|_URL/.test(name))).toEqual([])
  })
})

describe('the systemd unit', () => {
  const path = 'deploy/doorman@.service'
  const guide = read('docs/operations.md')
  const unit = new Map(
    [...read(path).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

  test('runs the command that its instance names, in the folder of the image', () => {
    expect(unit.get('WorkingDirectory')).toBe(instruction('WORKDIR')[0])
    expect(unit.get('ExecStart')).toBe(`/usr/bin/node ${bundle} %i`)
    const instances = [...guide.matchAll(/doorman@(\w+)/g)].map(([, name = '']) => name)
    expect(new Set(instances)).toEqual(new Set(['web', 'worker']))
    expect(instances.every(isCommand)).toBe(true)
  })

  test('shares folder, settings and program with the commands in the guide', () => {
    for (const name of ['WorkingDirectory', 'EnvironmentFile'])
      expect(guide).toContain(`-p ${name}=${unit.get(name)}`)
    expect(guide).toContain(`${unit.get('ExecStart')?.replace('%i', 'migrate')}`)
  })

  test('cannot write, gain rights or see other processes', () => {
    expect(Object.fromEntries(unit)).toMatchObject({
      DynamicUser: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      ProtectProc: 'invisible',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      SystemCallFilter: '@system-service',
    })
    expect(unit.has('ReadWritePaths')).toBe(false)
  })

  test.runIf(existsSync('/usr/bin/systemd-analyze'))('is understood by systemd', () => {
    // Without the path of Node, which may be elsewhere on this machine, systemd would complain.
    const text = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', '--threshold=25', path],
      { encoding: 'utf8' },
    )
    expect(text).toContain('Overall exposure level')
  })
})

describe('the proxy', () => {
  test('passes requests to the port of web, with an id and up to the largest upload', () => {
    expect(caddyfile).toContain(`reverse_proxy 127.0.0.1:${port} {`)
    expect(caddyfile).toContain('header_up X-Request-Id {http.request.uuid}')
    const [, megabytes] = /max_size (\d+)MB/.exec(caddyfile) ?? []
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(uploadMaxBytes)
  })

  test('keeps metrics inside, caches nothing and logs no token', () => {
    expect(caddyfile).toContain('@metrics path /metrics\n\trespond @metrics 404')
    expect(caddyfile).not.toMatch(/^\s*(?:cache|header Cache-Control)/m)
    expect(caddyfile).toContain('request>headers delete')
    expect(caddyfile).toContain('resp_headers delete')
  })

  test('has balanced braces', () => {
    const count = (sign: string) => caddyfile.split(sign).length
    expect(count('{')).toBe(count('}'))
  })
})

test('docs/operations.md mentions every file of a deployment', () => {
  const guide = read('docs/operations.md')
  for (const path of [
    'Dockerfile',
    'compose.yaml',
    'deploy/doorman@.service',
    'deploy/Caddyfile',
    'deploy/build-image.sh',
  ])
    expect(guide).toContain(path)
})
