import { filteredTotals, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { sql, type SQL } from 'drizzle-orm'
import type { Signatures } from '../ports/signatures.ts'

export type UserSortKey = 'createdAt' | 'email' | 'filteredEmailCount' | 'trialEndDate'
export type UserOrder = { readonly sort: UserSortKey; readonly order: 'asc' | 'desc' }

/** Where a page ends: the value that users are sorted by, as text, and the id among equal values. */
export type UserPlace = { readonly key: string; readonly id: string }

/** What users are sorted by, with its type. Each has an index (migration 0055). */
export function toSortKey({ sort, order }: UserOrder): { readonly key: SQL; readonly type: SQL } {
  switch (sort) {
    case 'createdAt':
      return { key: sql`${users.createdAt}`, type: sql`timestamptz` }
    case 'email':
      return { key: sql`${users.email}`, type: sql`text` }
    case 'filteredEmailCount':
      return { key: sql`${filteredTotals.filtered}`, type: sql`integer` }
    case 'trialEndDate': {
      // Users whose trial has not begun come last in both orders.
      const none = order === 'asc' ? sql`'infinity'` : sql`'-infinity'`
      return { key: sql`coalesce(${users.trialEndsAt}, ${none})`, type: sql`timestamptz` }
    }
  }
}

const purpose = 'users-cursor'

/** Signed, so that only our own dates and numbers reach the database. */
export function toCursor(
  { signatures }: { readonly signatures: Signatures },
  { sort, order }: UserOrder,
  { key, id }: UserPlace,
): string {
  const text = Buffer.from(JSON.stringify([sort, order, key, id])).toString('base64url')
  return `${text}.${signatures.sign(purpose, text)}`
}

/** Throws unless the cursor comes from a page in this order. */
export function readCursor(
  { signatures }: { readonly signatures: Signatures },
  { sort, order }: UserOrder,
  cursor: string,
): UserPlace {
  const [text = '', signature = ''] = cursor.split('.')
  if (signatures.isValid(purpose, text, signature)) {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]
    const [cursorSort, cursorOrder, key = '', id = ''] = parts
    if (cursorSort === sort && cursorOrder === order) return { key, id }
  }
  throw new AppError('invalid', 'This page doesn’t exist. Please start with the first one.')
}
