/** How long a message from the contact form is kept. The privacy policy and the form say the same. */
export const contactKeptDays = 90

export const contactNameMinLength = 2
export const contactMessageMinLength = 10
