import { expect, test } from 'vitest'
import { privacyPolicy, toTermsOfService } from './legal.ts'
import { planFeatures } from './plans.ts'
import { site } from './site.ts'

test('45, A-19: there are six testimonials, and an example has neither a name nor a photo', () => {
  expect(site.testimonials.items).toHaveLength(6)
  const examples = site.testimonials.items.filter(({ kind }) => kind === 'example')
  for (const example of examples) expect(Object.keys(example)).toEqual(['kind', 'title', 'text'])
})

test('49, A-18: the claim about time adds up', () => {
  const { coldEmailsPerDay, secondsEach, workingDaysPerMonth, hoursPerMonth, hoursPerYear } =
    site.claims
  expect((coldEmailsPerDay * secondsEach * workingDaysPerMonth) / 3600).toBe(hoursPerMonth)
  expect(hoursPerMonth * 12).toBe(hoursPerYear)
})

test('50: the claims are those of the specification', () => {
  expect(site.claims).toMatchObject({
    accuracy: '99.9%',
    professionals: '2,500+',
    coldEmailsPerDay: 20,
    secondsEach: 15,
    hoursPerMonth: 2,
    hoursPerYear: 24,
  })
})

test('89, 90: the privacy policy states what the specification asks for', () => {
  const said = JSON.stringify(privacyPolicy)
  for (const fact of ['up to 30 days after you delete', '7 years', 'at least 18', 'AES-256-GCM'])
    expect(said).toContain(fact)
  for (const { updatedOn } of [privacyPolicy, toTermsOfService({ perMonth: '', perYear: '' })])
    expect(new Date(updatedOn).toISOString().slice(0, 10)).toBe(updatedOn)
})

test('42, 44: three steps, and four features', () => {
  expect(site.howItWorks.steps.map(({ title }) => title)).toEqual([
    'Privacy protection',
    'AI classification',
    'Clean inbox',
  ])
  expect(site.features.items.map(({ title }) => title)).toEqual([
    'AI filtering',
    'Smart filtering',
    'Legitimate contact override',
    'Multiple accounts',
  ])
})

test('48: the three layers of privacy are said in the words of the specification', () => {
  const said = site.privacy.layers.map(({ text }) => text)
  for (const [layer, words] of [
    'Internal emails and service notifications are skipped',
    'Emails, phones, credit cards, social security numbers and dollar amounts are redacted before AI analysis',
    'zero-retention AI interface',
  ].entries())
    expect(said[layer]).toContain(words)
})

test('52-54: plans and trial hold what the specification says', () => {
  expect(planFeatures.free).toEqual([
    '1 email address',
    'Processing once per day',
    'Filtered-email dashboard',
    'Smart responses',
    'Basic filtering without PII redaction',
  ])
  expect(planFeatures.pro).toEqual([
    'Unlimited email addresses',
    'Real-time processing, within 60 seconds',
    'Advanced PII redaction',
    'Legitimate contact override',
    'Smart filtering',
    'Domain whitelists',
    'Custom email-type filters: recruiters, investors',
    'Option to turn off smart responses, for silent filtering',
    'Priority support',
  ])
  expect(site.pricing.lead).toMatch(/14 days of Pro, without a card.*first mailbox.*Free Forever/)
})
