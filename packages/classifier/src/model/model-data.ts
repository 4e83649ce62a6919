import { categories, type Category } from '@doorman/domain/screening/categories'
import { languages, type KnownLanguage } from './language.ts'

/** A linear model as stored in a file: feature names, and weights as small integers. */
export type ModelData = {
  readonly format: 3
  /**
   * Feature names, sorted, one per line, each without the prefix it shares with the name before.
   */
  readonly names: string
  readonly cold: PackedWeights
  readonly categories: Readonly<Record<Category, PackedWeights>>
  readonly calibration: Readonly<Record<KnownLanguage, LanguageCalibration>>
}

/** The same score means the same error rate in every language, with and without facts. */
export type LanguageCalibration = {
  readonly withFacts: Calibration
  readonly wordsAlone: Calibration
}

export type PackedWeights = {
  readonly bias: number
  /** The weight that the integer 1 stands for. */
  readonly step: number
  /** Integers from -2,048 to 2,047, two base64 letters each. */
  readonly weights: string
}

/**
 * Turns the sum of the evidence into a probability: `1 / (1 + exp(-(slope * sum + shift)))`. Above the
 * sum `flatter.from` it rises by `flatter.slope` instead: there, legitimate messages came too close
 * to `certain`, or the language has too few of them to filter at all.
 */
export type Calibration = {
  readonly slope: number
  readonly shift: number
  readonly flatter?: { readonly from: number; readonly slope: number }
}

export type Weights = { readonly bias: number; readonly values: Float32Array }

/** The model file is damaged, or of another format. */
export class ModelDataError extends Error {}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const middle = 2_048
const maxInteger = middle - 1
/** Digit by character code; -1 for characters outside the alphabet. */
const digits = new Int8Array(128).fill(-1)
Array.from(alphabet).forEach((letter, digit) => (digits[letter.charCodeAt(0)] = digit))

/** The base64 digit at an index; -1 if there is none. */
export function digitAt(text: string, index: number): number {
  return digits[text.charCodeAt(index)] ?? -1
}

/** One letter says how many characters a name shares with the name before. */
export const maxShared = alphabet.length - 1

/** Each line begins with one letter: how many characters it shares with the name before. */
export function packNames(names: readonly string[]): string {
  return names
    .map((name, index) => {
      const shared = countShared(names[index - 1] ?? '', name)
      return `${alphabet[shared]}${name.slice(shared)}`
    })
    .join('\n')
}

function countShared(before: string, name: string): number {
  const most = Math.min(before.length, name.length, maxShared)
  let shared = 0
  while (shared < most && before[shared] === name[shared]) shared++
  // A surrogate pair must not be split: half of one cannot be encoded as UTF-8.
  return /[\uDC00-\uDFFF]/.test(name.charAt(shared)) ? shared - 1 : shared
}

export function unpackNames(packed: string): string[] {
  let before = ''
  return packed.split('\n').map((line) => {
    const shared = digitAt(line, 0)
    if (shared < 0 || shared > before.length) throw new ModelDataError('not a name')
    before = before.slice(0, shared) + line.slice(1)
    return before
  })
}

export function unpackWeights({ bias, step, weights }: PackedWeights, count: number): Weights {
  if (weights.length !== count * 2) throw new ModelDataError('weights do not fit names')
  const values = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const high = digitAt(weights, i * 2)
    const low = digitAt(weights, i * 2 + 1)
    if (high < 0 || low < 0) throw new ModelDataError('not a weight')
    values[i] = (high * alphabet.length + low - middle) * step
  }
  return { bias, values }
}

export function packWeights(weights: ArrayLike<number>, bias: number): PackedWeights {
  const all = Array.from(weights)
  const largest = all.reduce((sofar, weight) => Math.max(sofar, Math.abs(weight)), 0)
  const step = largest === 0 ? 1 : largest / maxInteger
  const packed = all.map((weight) => {
    const integer = Math.round(weight / step) + middle
    return `${alphabet[integer >> 6]}${alphabet[integer & 63]}`
  })
  return { bias, step, weights: packed.join('') }
}

/** Checks that a parsed file is a model of this format. */
export function toModelData(parsed: unknown): ModelData {
  const data = parsed as Partial<ModelData> | null
  const isComplete =
    data?.format === 3 &&
    typeof data.names === 'string' &&
    data.cold !== undefined &&
    categories.every((category) => data.categories?.[category] !== undefined) &&
    languages.every((language) => data.calibration?.[language] !== undefined)
  if (!isComplete) throw new ModelDataError('not a model of this version')
  // Every part was checked above.
  return data as ModelData
}
