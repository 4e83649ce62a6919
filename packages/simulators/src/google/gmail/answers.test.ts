import { expect, test } from 'vitest'
import { checked } from './answers.ts'

const isNew = Math.random() > 2

/** Each comment fails the type check if the line below it is correct. */
test('the type check refuses fields that Google’s types do not know', () => {
  const answers = [
    // @ts-expect-error: a list of messages has no field `items`.
    checked.messages({ items: [] }),
    // @ts-expect-error: a history id is a string.
    checked.profile({ historyId: 1 }),
    // @ts-expect-error: an unknown field in a spread.
    checked.message({ id: '1', ...(isNew && { subject: 'Hello' }) }),
    // @ts-expect-error: an unknown field in a list.
    checked.messages({ messages: [{ id: '1', subject: 'Hello' }] }),
    // @ts-expect-error: an unknown field three levels down.
    checked.message({ payload: { headers: [{ name: 'To', value: 'ann@own.test', raw: '' }] } }),
    // @ts-expect-error: an unknown field beside those of a checked answer.
    checked.label({ ...checked.label({ id: '1' }), ...(isNew && { count: 1 }) }),
    // @ts-expect-error: an answer of another kind.
    checked.draft({ message: checked.profile({ emailAddress: 'ann@own.test' }) }),
    checked.draft({ id: '1', message: checked.message({ id: '2', payload: { partId: '' } }) }),
  ]
  expect(answers).toHaveLength(8)
})
