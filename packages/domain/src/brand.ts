/** The product's name, and the name of its Gmail label and its Outlook folder. */
export const productName = 'Doorman'

export const blogName = 'The Inbox Defender'

/** The first year of the copyright notice. */
export const productSince = 2025

/** Header of our own replies. Its value is the id of the reply. */
export const replyMarker = `X-${productName}-Reply`
