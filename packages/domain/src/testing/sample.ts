import { inject } from 'vitest'

declare module 'vitest' {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface can extend vitest's own
  interface ProvidedContext {
    isThorough: boolean
  }
}

/** False in `npm test`, which tries a part of a long series; true in `npm run test:long`. */
export const isThorough = inject('isThorough')

/** The first few of a series in `npm test`, and all of it in `npm run test:long`. */
export function sample<T>(all: readonly T[], count: number): readonly T[] {
  return isThorough ? all : all.slice(0, count)
}

/**
 * Every `step`th of a series in `npm test`, beginning with number `first`, and all of it in
 * `npm run test:long`. Calls with `first` from 0 to `step - 1` together try the whole series.
 */
export function sampleEvery<T>(all: readonly T[], step: number, first: number): readonly T[] {
  return isThorough ? all : all.filter((_, index) => index % step === first % step)
}

/** `whenThorough(test)('…', …)` adds the test in `npm run test:long`, and nothing in `npm test`. */
export function whenThorough<Test>(test: Test): Test {
  return isThorough ? test : ((() => {}) as Test)
}
