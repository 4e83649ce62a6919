export type Tokens = { readonly input: number; readonly output: number }

/** One micro-dollar a token is one dollar a million tokens, the unit of vendors' price lists. */
export type TokenPrice = {
  readonly microUsdPerInputToken: number
  readonly microUsdPerOutputToken: number
}

export type Cost = { readonly tokens: number; readonly microUsd: number }

/** Upper bounds for one UTC day: for each user, and for all users together. */
export type SpendingLimits = { readonly user: Cost; readonly all: Cost }

/** The tokens and cost that one user, and all users together, have used or reserved on one day. */
export type DayUsage = { readonly user: Cost; readonly all: Cost }

export function toCost(tokens: Tokens, price: TokenPrice): Cost {
  const microUsd =
    tokens.input * price.microUsdPerInputToken + tokens.output * price.microUsdPerOutputToken
  return { tokens: tokens.input + tokens.output, microUsd: Math.ceil(microUsd) }
}

/** The usage with a reservation added, or `null` if that would exceed a limit. */
export function addReservation(
  usage: DayUsage,
  cost: Cost,
  limits: SpendingLimits,
): DayUsage | null {
  const next = { user: plus(usage.user, cost), all: plus(usage.all, cost) }
  return fits(next.user, limits.user) && fits(next.all, limits.all) ? next : null
}

/** The usage with a reservation replaced by the call's real cost. */
export function replaceReservation(usage: DayUsage, reserved: Cost, actual: Cost): DayUsage {
  const difference = {
    tokens: actual.tokens - reserved.tokens,
    microUsd: actual.microUsd - reserved.microUsd,
  }
  return { user: plus(usage.user, difference), all: plus(usage.all, difference) }
}

function plus(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens + b.tokens, microUsd: a.microUsd + b.microUsd }
}

function fits(cost: Cost, limit: Cost): boolean {
  return cost.tokens <= limit.tokens && cost.microUsd <= limit.microUsd
}

/** The key under which usage is counted. */
export type UserDay = {
  readonly user: string
  /** In UTC, for example 2026-04-30. */
  readonly day: string
}

/**
 * Stores the usage of each day. Workers reserve concurrently: if two of them read the same usage
 * and both added to it, together they could exceed a limit. So each call must be atomic: it reads,
 * checks and writes while no other call can.
 */
export type UsageCounter = {
  /** `false`, and nothing is counted, if the cost would exceed a limit. */
  reserve(userDay: UserDay, cost: Cost, limits: SpendingLimits): Promise<boolean>
  replaceReservation(userDay: UserDay, reserved: Cost, actual: Cost): Promise<void>
}

/** One user's budget for calls to a language model today. */
export type ModelBudget = {
  /**
   * Counts the most that a call can use before the call is made, so that calls in flight are
   * limited too. A worker that crashes during the call leaves its reservation counted until the
   * end of the day: the budget errs towards spending less.
   */
  reserve(maxTokens: Tokens): Promise<Reservation | 'over-budget'>
}

type Reservation = {
  /** Replaces the reservation by the tokens that the call used. */
  recordUse(used: Tokens): Promise<void>
}

export function createModelBudget({
  counter,
  user,
  limits,
  price,
  now,
}: {
  readonly counter: UsageCounter
  readonly user: string
  readonly limits: SpendingLimits
  readonly price: TokenPrice
  readonly now: () => Date
}): ModelBudget {
  return {
    async reserve(maxTokens) {
      // A call that ends after midnight is recorded on the day on which it was reserved.
      const userDay = { user, day: now().toISOString().slice(0, 10) }
      const reserved = toCost(maxTokens, price)
      if (!(await counter.reserve(userDay, reserved, limits))) return 'over-budget'
      return {
        recordUse: (used) => counter.replaceReservation(userDay, reserved, toCost(used, price)),
      }
    },
  }
}
