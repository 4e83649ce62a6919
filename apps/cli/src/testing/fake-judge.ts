import type { Judge } from '../exported-mail/screen-message.ts'

/** Returns the verdict that the message's text names. Scores are far from every threshold. */
export const fakeJudge: Judge = ({ ownText }) => {
  if (ownText.includes('breaks the judge')) throw new RangeError(ownText)
  if (ownText.includes('surely cold'))
    return { category: 'sales', score: 1, signals: ['asks-for-a-call', 'bumps'] }
  if (ownText.includes('perhaps cold'))
    return { category: 'recruiter', score: 0.5, signals: ['recruits'] }
  return { category: 'other', score: 0, signals: [] }
}
