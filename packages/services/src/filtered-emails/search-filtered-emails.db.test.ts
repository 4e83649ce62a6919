import type { DecisionId } from '@doorman/domain/ids'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { actorOf } from '../testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { openMeasure } from '../testing/measure-queries.ts'
import { listFilteredEmails, type FilteredEmail } from './list-filtered-emails.ts'

const { ctx, newInbox } = await openFakePipeline()
const measure = await openMeasure(ctx)

const count = 3_000
/** At most the rows that walking the list reads, plus a page. */
const maxRead = 1_000 + 100

let ann: FakeInbox
let all: readonly FilteredEmail[]

/** Emails of two mailboxes, one minute apart. The oldest one has a rare subject. */
beforeAll(async () => {
  ann = await newInbox()
  const second = await newInbox({ of: ann })
  const bob = await newInbox()
  const seed = ({ id }: FakeInbox, subject: string) => sql`
    insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at, received_at,
      thread_id, sender_name, sender_address, subject, category, score, state, moved_at)
    select ${id}::uuid, n, 'filter', 'cold-outreach', now(), timestamptz '2026-01-01' - n * interval '1 minute',
      n, 'Pat ' || n, 'pat' || n || '@vendor.example', ${sql.raw(subject)}, 'sales', 0.99, 'set-aside', now()
    from generate_series(1, ${count}::int) n`
  const rare = `case n when ${count} then 'Zebra crossing' else 'Pitch ' || n % 100 end`
  for (const statement of [seed(ann, rare), seed(second, rare), seed(bob, `'Zebra ' || n`)])
    await ctx.db.execute(statement)
  // Most mailboxes have few emails, and the planner knows only that average.
  await ctx.db.execute(sql`
    insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at)
    select gen_random_uuid(), n, 'keep', 'not-cold', now() from generate_series(1, 3000) n`)
  await ctx.db.execute(sql`vacuum analyze decisions`)
  all = await search('', { limit: 2 * count })
})

const search = (text: string, query: { cursor?: DecisionId | undefined; limit?: number } = {}) =>
  listFilteredEmails(ctx, actorOf(ann), { search: text, limit: 50, ...query })

test('a page of a large mailbox reads no more than the page, first or deep', async () => {
  for (const cursor of [undefined, all[count]?.id]) {
    const { rows } = await measure((measured) =>
      listFilteredEmails(measured, actorOf(ann), { limit: 50, cursor }),
    )
    expect(rows['decisions']).toBeLessThanOrEqual(2 * 50 + 1)
  }
})

test.each([
  ['that many emails contain', 'pitch', 50],
  ['that one old email of each mailbox contains', 'zebra', 2],
  ['in the middle of a word', 'ebra cros', 2],
  ['of a sender', `Pat ${count}`, 2],
  ['of an address', `pat${count}@`, 2],
  ['that only another user’s emails contain', 'zebra 7', 0],
  ['that no email contains', 'giraffe', 0],
  ['across the parts of an email', 'example\nPitch', 0],
])('a search for a text %s reads few emails', async (_case, text, found) => {
  const load = (measured: typeof ctx) =>
    listFilteredEmails(measured, actorOf(ann), { search: text, limit: 50 })
  expect(await load(ctx)).toHaveLength(found)
  const { rows, seqScans } = await measure(load)
  expect(seqScans).not.toContain('decisions')
  expect(rows['decisions'] ?? 0).toBeLessThanOrEqual(2 * maxRead)
})

test.each(['pitch 7', 'PAT 29', '29', 'x-'])(
  'pages of a search for %j have every email once, in order',
  async (text) => {
    const matching = all.filter(({ senderName, senderAddress, subject }) =>
      [senderName, senderAddress, subject].some((part) =>
        part?.toLowerCase().includes(text.toLowerCase()),
      ),
    )
    const found: DecisionId[] = []
    for (let page; page === undefined || page.length === 100;) {
      page = await search(text, { limit: 100, cursor: found.at(-1) })
      found.push(...page.map(({ id }) => id))
    }
    expect(found).toEqual(matching.map(({ id }) => id))
  },
)
