/** The kinds of cold outreach that the classifier tells apart. */
export const categories = ['sales', 'recruiter', 'investor', 'other'] as const
export type Category = (typeof categories)[number]
