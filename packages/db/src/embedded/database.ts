import type { Client } from 'pg'

/** Creates the database and its role. Not a superuser: that limits SQL injection to our tables. */
export async function prepareDatabase(client: Client, password: string): Promise<void> {
  const { rowCount: roles } = await client.query(`select from pg_roles where rolname = 'doorman'`)
  if (!roles)
    await client.query(
      `create role doorman login createdb password ${client.escapeLiteral(password)}`,
    )
  const { rowCount: databases } = await client.query(
    `select from pg_database where datname = 'doorman'`,
  )
  if (!databases) await client.query('create database doorman owner doorman')
}
