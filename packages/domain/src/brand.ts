/** The product's name. The Gmail label and the Outlook folder bear it too. */
export const productName = 'Doorman'
