import { thresholds } from './thresholds.ts'

/**
 * From this score on a filtered email is certainly cold, whatever its kind. Emails with a lower
 * score are worth a second look.
 */
export const certainScore = Math.max(...Object.values(thresholds).map(({ certain }) => certain))
