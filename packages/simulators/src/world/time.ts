/** The simulators import no code from the product, so these are not `@doorman/domain/time`. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
