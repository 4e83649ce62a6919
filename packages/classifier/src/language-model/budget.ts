export type Tokens = { readonly input: number; readonly output: number }

/** A millionth of a dollar a token is a dollar a million tokens, as price lists have it. */
export type Price = {
  readonly microUsdPerInputToken: number
  readonly microUsdPerOutputToken: number
}

export type Cost = { readonly tokens: number; readonly microUsd: number }

/** The most that a day may cost, for each user and in all. */
export type Limits = { readonly user: Cost; readonly all: Cost }

export type Used = { readonly user: Cost; readonly all: Cost }

export const nothing: Cost = { tokens: 0, microUsd: 0 }

export function toCost(tokens: Tokens, price: Price): Cost {
  const microUsd =
    tokens.input * price.microUsdPerInputToken + tokens.output * price.microUsdPerOutputToken
  return { tokens: tokens.input + tokens.output, microUsd: Math.ceil(microUsd) }
}

/** The new state, or `null` where it would pass a limit. */
export function reserve(used: Used, cost: Cost, limits: Limits): Used | null {
  const next = { user: plus(used.user, cost), all: plus(used.all, cost) }
  return fits(next.user, limits.user) && fits(next.all, limits.all) ? next : null
}

/** Puts what was really used in the place of what was reserved. */
export function settle(used: Used, reserved: Cost, spent: Cost): Used {
  const difference = {
    tokens: spent.tokens - reserved.tokens,
    microUsd: spent.microUsd - reserved.microUsd,
  }
  return { user: plus(used.user, difference), all: plus(used.all, difference) }
}

function plus(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens + b.tokens, microUsd: a.microUsd + b.microUsd }
}

function fits(cost: Cost, limit: Cost): boolean {
  return cost.tokens <= limit.tokens && cost.microUsd <= limit.microUsd
}

export type Account = {
  readonly user: string
  /** In UTC, as in 2026-04-30. */
  readonly day: string
}

/** Keeps count. Each call is atomic, so that two workers never pass a limit together. */
export type UsageCounter = {
  reserve(account: Account, cost: Cost, limits: Limits): Promise<boolean>
  settle(account: Account, reserved: Cost, spent: Cost): Promise<void>
}

/** What one user may still ask of a language model today. */
export type Budget = {
  /** Reserve the most that can be used, then settle what was. */
  reserve(most: Tokens): Promise<Reservation | 'over-budget'>
}

export type Reservation = { settle(spent: Tokens): Promise<void> }

export function createBudget({
  counter,
  user,
  limits,
  price,
  now,
}: {
  readonly counter: UsageCounter
  readonly user: string
  readonly limits: Limits
  readonly price: Price
  readonly now: () => Date
}): Budget {
  return {
    async reserve(most) {
      // Kept for the settling, which may come after midnight.
      const account = { user, day: now().toISOString().slice(0, 10) }
      const reserved = toCost(most, price)
      if (!(await counter.reserve(account, reserved, limits))) return 'over-budget'
      return { settle: (spent) => counter.settle(account, reserved, toCost(spent, price)) }
    },
  }
}

/** For the command line and tests: forgets with the process. */
export function createMemoryCounter(): UsageCounter {
  const days = new Map<string, { all: Cost; readonly users: Map<string, Cost> }>()

  const findUsed = ({ user, day }: Account): Used => ({
    user: days.get(day)?.users.get(user) ?? nothing,
    all: days.get(day)?.all ?? nothing,
  })

  const store = ({ user, day }: Account, used: Used) => {
    const users = days.get(day)?.users ?? new Map<string, Cost>()
    days.set(day, { all: used.all, users: users.set(user, used.user) })
  }

  return {
    async reserve(account, cost, limits) {
      const next = reserve(findUsed(account), cost, limits)
      if (next) store(account, next)
      return next !== null
    },
    async settle(account, reserved, spent) {
      store(account, settle(findUsed(account), reserved, spent))
    },
  }
}
