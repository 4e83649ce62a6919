import { expect, test } from 'vitest'
import { privacyPolicy, toTermsOfService } from './legal.ts'
import { planComparison, planFeatures } from './plans.ts'
import { site } from './site.ts'

test('there are six testimonials, and an example has neither a name nor a photo', () => {
  expect(site.testimonials.items).toHaveLength(6)
  const examples = site.testimonials.items.filter(({ kind }) => kind === 'example')
  for (const example of examples) expect(Object.keys(example)).toEqual(['kind', 'title', 'text'])
})

test('the claim about wasted time adds up', () => {
  const { coldEmailsPerDay, secondsEach, hoursPerMonth, hoursPerYear } = site.claims
  const secondsPerDay = Number(coldEmailsPerDay?.figure) * Number(secondsEach?.figure)
  expect((secondsPerDay * 24) / 3600).toBe(Number(hoursPerMonth?.figure))
  expect(Number(hoursPerMonth?.figure) * 12).toBe(Number(hoursPerYear?.figure))
  expect(hoursPerMonth?.note.text).toContain('24 working days')
})

test('the claims have their agreed figures, and each says how it is measured', () => {
  const figures = Object.values(site.claims).map((claim) => [claim?.figure, claim?.label])
  expect(figures).toEqual([
    ['99.9%', 'accuracy'],
    ['2,500+', 'professionals'],
    ['20', 'cold emails per day'],
    ['15', 'seconds each'],
    ['2', 'hours per month'],
    ['24', 'hours per year'],
  ])
  for (const claim of Object.values(site.claims)) expect(claim?.note.text).toMatch(/\w{3}/)
})

test('the founder’s links lead to a page, not to the front page of a network', () => {
  for (const { url } of site.founder.social)
    expect(new URL(url, 'https://doorman.example').pathname).toMatch(/\w/)
})

test('the privacy policy states retention, payment records, minimum age and encryption', () => {
  const policy = JSON.stringify(privacyPolicy)
  for (const fact of ['up to 30 days after you delete', '7 years', 'at least 18', 'AES-256-GCM'])
    expect(policy).toContain(fact)
  for (const { updatedOn } of [privacyPolicy, toTermsOfService({ perMonth: '', perYear: '' })])
    expect(new Date(updatedOn).toISOString().slice(0, 10)).toBe(updatedOn)
})

test('there are three steps and four features', () => {
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

test('the three privacy layers have their agreed wording', () => {
  const texts = site.privacy.layers.map(({ text }) => text)
  for (const [layer, wording] of [
    'Internal emails and service notifications are skipped',
    'Emails, phones, credit cards, social security numbers and dollar amounts are redacted before AI analysis',
    'zero-retention AI interface',
  ].entries())
    expect(texts[layer]).toContain(wording)
})

test('the price cards list the agreed features, and the trial needs no card', () => {
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
  expect(site.pricing.lead).toMatch(/14 days of Pro, no card needed.*first mailbox.*Free Forever/)
})

test('the comparison names what each plan includes, and how often Pro checks', () => {
  const rows = Object.fromEntries(
    planComparison.map(({ feature, free, pro }) => [feature, [free, pro]]),
  )
  expect(rows).toEqual({
    'Email addresses': ['1', 'Unlimited'],
    Processing: ['Once per day', 'Real-time, checked at least every 5 minutes'],
    'Filtered-email dashboard': [true, true],
    Filtering: ['Basic', 'Smart'],
    'PII redaction': [false, 'Advanced'],
    'Smart responses': ['Always on, once you agree', 'On, or off for silent filtering'],
    'Legitimate contact override': [false, true],
    'Domain whitelists': [false, true],
    'Custom email-type filters: recruiters, investors': [false, true],
    'Priority support': [false, true],
  })
})
