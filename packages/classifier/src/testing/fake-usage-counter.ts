import {
  addReservation,
  replaceReservation,
  type Cost,
  type DayUsage,
  type UsageCounter,
  type UserDay,
} from '../language-model/budget.ts'

const noCost: Cost = { tokens: 0, microUsd: 0 }

export function createFakeUsageCounter(): UsageCounter {
  const days = new Map<string, { all: Cost; readonly users: Map<string, Cost> }>()

  const findUsage = ({ user, day }: UserDay): DayUsage => ({
    user: days.get(day)?.users.get(user) ?? noCost,
    all: days.get(day)?.all ?? noCost,
  })

  const store = ({ user, day }: UserDay, usage: DayUsage) => {
    const users = days.get(day)?.users ?? new Map<string, Cost>()
    days.set(day, { all: usage.all, users: users.set(user, usage.user) })
  }

  return {
    async reserve(userDay, cost, limits) {
      const next = addReservation(findUsage(userDay), cost, limits)
      if (next) store(userDay, next)
      return next !== null
    },
    async replaceReservation(userDay, reserved, actual) {
      store(userDay, replaceReservation(findUsage(userDay), reserved, actual))
    },
  }
}
