import { seedDemo } from '@doorman/cli/demo/seed-demo'
import { seedHistory } from '@doorman/cli/demo/seed-history'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { dailyCounts, decisions, mailboxes } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { dayMs } from '@doorman/domain/time'
import { visitorMailboxes } from '@doorman/simulators/scenes/people'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'

const demo = await openDemo(await createTestDatabase(), {
  classifier: loadLocalModel(),
  mailboxes: visitorMailboxes.slice(0, 1),
})
const { ctx, simulated } = demo
const days = 40
const perMailbox = 20

/** Spreads emails of the demo's founder over six weeks. */
function fill(store: MailStore): void {
  const founder = simulated.world.findMailbox('mara@berthline.example')
  const copied = [...(founder?.list('inbox') ?? [])].slice(0, perMailbox)
  for (const [index, { raw }] of copied.entries()) {
    const ageMs = ((index + 0.5) * days * dayMs) / perMailbox
    store.add({ raw, receivedAt: new Date(ctx.now().getTime() - ageMs), folders: ['inbox'] })
  }
}

test('the demo’s user starts with six weeks of history, and a second start adds nothing', async () => {
  await seedDemo(ctx)
  const own = (['gmail', 'microsoft'] as const).map((provider) => {
    const store = demo.newMailbox(provider)
    fill(store)
    return { provider, address: store.address, store }
  })
  await seedHistory(ctx, simulated, { own, fetch: demo.fetch })

  const [gmail, outlook] = await ctx.db.select().from(mailboxes).orderBy(asc(mailboxes.provider))
  expect([gmail, outlook]).toMatchObject([
    { syncStatus: 'synced', isObserveOnly: false, firstScanDismissedAt: null },
    { syncStatus: 'synced', isObserveOnly: true, firstScanDismissedAt: expect.any(Date) },
  ])
  expect(gmail?.syncProgress).toBe(gmail?.syncTotal)
  const all = await ctx.db.select().from(decisions)
  expect(all).toHaveLength(2 * perMailbox)
  for (const { decidedAt, receivedAt, state } of all) {
    expect(decidedAt.getTime()).toBeGreaterThan(receivedAt?.getTime() ?? 0)
    expect(state).not.toBe('pending')
  }
  const filtered = all.filter(({ outcome }) => outcome === 'filter')
  const ages = filtered.map(({ receivedAt }) => ctx.now().getTime() - Number(receivedAt))
  expect(Math.max(...ages)).toBeGreaterThan(28 * dayMs)
  expect(all.some(({ outcome }) => outcome === 'observe')).toBe(true)
  expect(filtered.some(({ state }) => state === 'restored')).toBe(true)
  // The messages really are in Doorman's folder.
  const inInbox = own.flatMap(({ store }) => [...store.list('inbox')]).length
  const aside = filtered.filter(({ state }) => state === 'set-aside').length
  expect(aside).toBeGreaterThan(0)
  expect(inInbox).toBe(2 * perMailbox - filtered.filter(({ state }) => state !== 'restored').length)
  const counted = await ctx.db.select().from(dailyCounts)
  expect(counted.reduce((sum, { processed }) => sum + processed, 0)).toBe(all.length)
  expect(new Set(counted.map(({ dayOn }) => dayOn)).size).toBeGreaterThan(15)

  await seedHistory(ctx, simulated, { own, fetch: demo.fetch })
  expect(await ctx.db.$count(decisions)).toBe(all.length)
  expect(await ctx.db.$count(mailboxes, eq(mailboxes.isActive, true))).toBe(2)
})
