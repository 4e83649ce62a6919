import { expect, test } from 'vitest'
import { loadModelData } from '../load-local-model.ts'
import { FeatureIndex } from './feature-index.ts'
import { packNames, unpackNames } from './model-data.ts'

const names = ['b:for a', 'e:thread claimed', 'g:flatters', 'three:for a call', 'w:for', 'w:форма']
const index = new FeatureIndex(packNames(names))

test.each([
  [['b', 'for', 'a'], 0],
  [['e', 'thread claimed'], 1],
  [['g', 'flatters'], 2],
  [['three', 'for', 'a', 'call'], 3],
  [['w', 'for'], 4],
  [['w', 'форма'], 5],
  [['w', 'fo'], undefined],
  [['w', 'form'], undefined],
  [['b', 'for'], undefined],
  [['b', 'for', 'a', 'call'], undefined],
  [['b', 'for', ''], undefined],
  [['w', ''], undefined],
] as const)('the number of %j is %s', ([kind, one, two, three], number) => {
  expect(index.find(kind, one, two, three)).toBe(number)
})

test('only features that are not made of words keep their names', () => {
  expect([...index.otherNames]).toEqual([
    [1, 'e:thread claimed'],
    [2, 'g:flatters'],
  ])
})

test('every name of the model has its own number', () => {
  const { names: packed } = loadModelData()
  const whole = new FeatureIndex(packed)
  const unpacked = unpackNames(packed)
  expect(whole.size).toBe(unpacked.length)
  const misplaced = unpacked.filter((name, number) => {
    const colon = name.indexOf(':')
    return whole.find(name.slice(0, colon), name.slice(colon + 1)) !== number
  })
  expect(misplaced).toEqual([])
})

test.each(['', '-w:a', 'Aw:a\nFx'])(
  '%j is rejected: it is not a list of packed names',
  (packed) => {
    expect(() => new FeatureIndex(packed)).toThrow('not a name')
  },
)
