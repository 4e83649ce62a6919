/** The product's name. The Gmail label and the Outlook folder bear it too. */
export const productName = 'Doorman'

/** The blog's name. */
export const blogName = 'The Inbox Defender'

/** The year it began; the copyright counts from there. */
export const productSince = 2025

/** The header by which we know our own replies again; in it stands which one it is. */
export const replyMarker = `X-${productName}-Reply`
