import * as z from 'zod/mini'

/** A date such as `2026-11-15`. The database has no year 0. */
export const Day = z.iso.date().check(z.regex(/^[1-9]/))
