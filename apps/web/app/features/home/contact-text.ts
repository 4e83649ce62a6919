/** Toasts of the contact form. */
export const contactText = {
  done: {
    title: 'Message sent!',
    description: 'Thanks for reaching out. We’ll get back to you soon.',
  },
  failed: { title: 'Failed to send message', description: 'Please try again later.' },
} as const
