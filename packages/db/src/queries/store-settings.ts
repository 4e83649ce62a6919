import type { Db } from '../client.ts'
import { settings } from '../schema.ts'
import type { AuditDetails } from '@doorman/domain/accounts/audit'

type Settings = typeof settings.$inferSelect
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/**
 * Stores the given settings. Returns what it changed, for the audit log: switches with their value,
 * texts without. `null` if all of them were like that before.
 */
export async function storeSettings(tx: Db, change: SettingsChange): Promise<AuditDetails | null> {
  // Two admins save at the same time: the lock makes the second one compare with what the first
  // has saved.
  const [before] = await tx.select().from(settings).for('update')
  if (!before) throw new Error('The row of settings is missing')
  const changed = Object.entries(change).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof Settings],
  )
  if (changed.length === 0) return null
  await tx.update(settings).set(Object.fromEntries(changed))
  return Object.fromEntries(changed.map(([name, value]) => [name, describe(value)]))
}

function describe(value: unknown): boolean | string {
  if (typeof value === 'boolean') return value
  return value === '' || value === null ? 'cleared' : 'changed'
}
