import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './testing/test-db.ts'

const client = new pg.Client({ connectionString: await createTestDatabase() })
await client.connect()
afterAll(() => client.end())

let heard = 0
client.on('notification', () => (heard += 1))
await client.query(`
  listen doorman_site;
  insert into authors (id, slug, name, bio) values (gen_random_uuid(), 'ann', 'Ann', 'Writes.');
  insert into categories (id, slug, name) values (gen_random_uuid(), 'privacy', 'Privacy');
  insert into posts (id, slug, title, meta_description, excerpt, content, author_id, featured_image_alt, updated_at)
    select gen_random_uuid(), 'doors', 'Doors', '', '', '', id, '', now() from authors`)

/** How many notifications the statement sends. They arrive with its result. */
async function countHeard(statement: string): Promise<number> {
  heard = 0
  await client.query(statement)
  // The answer to a later query arrives after all notifications.
  await client.query('select 1')
  return heard
}

test.each([
  `update posts set title = 'Gates'`,
  'update posts set published_at = now()',
  'update posts set picture_id = gen_random_uuid()',
  'update posts set deleted_at = now()',
  `update categories set name = 'Secrets'`,
  `update authors set name = 'Anna'`,
  `update settings set tracking_code_head = 'x'`,
  'delete from posts',
  'delete from categories',
  'delete from authors',
])('"%s" is announced to web processes once', async (statement) => {
  expect(await countHeard(statement)).toBe(1)
})

test('a counted view is not announced', async () => {
  expect(await countHeard('update posts set view_count = view_count + 1')).toBe(0)
})
