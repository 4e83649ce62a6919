/** What the product asks a model to say about one mail. */
export type Answer = {
  readonly reason: string
  readonly cold: boolean
  readonly confidence: number
  readonly category: 'sales' | 'recruiter' | 'investor' | 'other'
}

const cold: readonly (Pick<Answer, 'reason' | 'category'> & { readonly words: RegExp })[] = [
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

/** A small judgement by a few words: a stand-in for the demo, not a model to learn from. */
export function judge(prompt: string): Answer {
  const mail = findMail(prompt)
  const match = cold.find(({ words }) => words.test(mail))
  return match
    ? { reason: match.reason, cold: true, confidence: 0.95, category: match.category }
    : { reason: 'unclear', cold: false, confidence: 0.9, category: 'other' }
}

/** The mail's own word, if it has one: the JSON it dictates, or what it says it is. */
export function obey(prompt: string): string | null {
  const mail = findMail(prompt)
  const dictated = /\{[^{}]*"?cold"?[^{}]*\}/.exec(mail)?.[0]
  if (dictated !== undefined) return dictated
  if (!/not cold|legitimate|harmless|wanted|false|safe/i.test(mail)) return null
  return JSON.stringify({ reason: 'unclear', cold: false, confidence: 1, category: 'other' })
}

/** What stands between the product's two tags, or all of it. */
function findMail(prompt: string): string {
  return /<(mail-[0-9a-f]+)>([\s\S]*)<\/\1>/.exec(prompt)?.[2] ?? prompt
}
