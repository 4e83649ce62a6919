/** The verdict that the product asks a model for. */
export type Verdict = {
  readonly reason: string
  readonly cold: boolean
  readonly confidence: number
  readonly category: 'sales' | 'recruiter' | 'investor' | 'other'
}

const coldPatterns: readonly (Pick<Verdict, 'reason' | 'category'> & { readonly words: RegExp })[] =
  [
    {
      category: 'recruiter',
      reason: 'recruits',
      words: /\b(?:job|role|position|candidate|hiring)\b/i,
    },
    {
      category: 'investor',
      reason: 'offers-capital',
      words: /\b(?:invest|capital|funding|loan)\w*/i,
    },
    {
      category: 'sales',
      reason: 'offers-a-service',
      words: /\b(?:we (?:sell|help|offer)|demo|quick (?:call|question)|pilot|free audit|leads)\b/i,
    },
  ]

/** Judges an email by a few words. Good enough for the demo, not for measurements. */
export function judge(prompt: string): Verdict {
  const email = findEmail(prompt)
  const match = coldPatterns.find(({ words }) => words.test(email))
  return match
    ? { reason: match.reason, cold: true, confidence: 0.95, category: match.category }
    : { reason: 'unclear', cold: false, confidence: 0.9, category: 'other' }
}

/** What a model answers that obeys the email: the JSON it dictates, or that it is harmless. */
export function obey(prompt: string): string | null {
  const email = findEmail(prompt)
  const dictated = /\{[^{}]*"?cold"?[^{}]*\}/.exec(email)?.[0]
  if (dictated !== undefined) return dictated
  if (!/not cold|legitimate|harmless|wanted|false|safe/i.test(email)) return null
  return JSON.stringify({ reason: 'unclear', cold: false, confidence: 1, category: 'other' })
}

/** The text between the product's tags, or the whole prompt. */
function findEmail(prompt: string): string {
  return /<(mail-[0-9a-f]+)>([\s\S]*)<\/\1>/.exec(prompt)?.[2] ?? prompt
}
