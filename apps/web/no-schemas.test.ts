import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as standIn from './no-schemas.ts'

const folders = ['packages/contract/src', 'packages/domain/src']
/** Types, and what only the server calls. */
const needless = /^([A-Z].*|core|infer|input|output|toJSONSchema)$/

test('the browser’s stand-in has everything that contract and domain make schemas with', () => {
  const used = folders
    .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((code) => code.includes("from 'zod/mini'"))
    .flatMap((code) => [...code.matchAll(/\bz\.(\w+)/g)].map(([, name]) => name ?? ''))
    .filter((name) => !needless.test(name))
  expect(used.filter((name) => !Object.hasOwn(standIn, name))).toEqual([])
})

test('nothing in the browser parses with a schema', () => {
  const app = readdirSync('apps/web/app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)fake-/.test(file))
    .filter((file) => /\b[A-Z]\w*\.(?:safeP|p)arse\(/.test(readCode(file)))
    .filter((file) => !/\b(?:JSON|Date)\.parse\(/.test(readCode(file)))
  expect(app).toEqual([])
})

const readCode = (file: string) => readFileSync(`apps/web/app/${file}`, 'utf8')

test('schemas are made with it, and parse nothing', () => {
  const made = (standIn.object as CallableFunction)({}).check().brand()
  expect(() => made.safeParse({})).toThrow('left out')
})
