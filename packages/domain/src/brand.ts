/** The product's name. The Gmail label and the Outlook folder bear it too. */
export const productName = 'Doorman'

/** The year it began; the copyright counts from there. */
export const productSince = 2025
