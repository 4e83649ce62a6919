import type { DecisionId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import { toUserMoves, type MovedMessage } from './user-moves.ts'

let count = 0

function moved(
  target: MovedMessage['target'],
  location: MovedMessage['location'],
  movedAtMs = 1_000,
): MovedMessage {
  count += 1
  const decisionId = `decision-${count}` as DecisionId
  return { decisionId, target, location, movedAt: new Date(movedAtMs) }
}

const restores = (one: MovedMessage, ...others: MovedMessage[]) =>
  toUserMoves([one, ...others]).restored.includes(one.decisionId)

test.each(['set-aside', 'junk'] as const)(
  'a message in the inbox that we moved elsewhere (%s) was restored by its user',
  (target) => expect(restores(moved(target, 'inbox'))).toBe(true),
)

test.each([
  ['set-aside', 'set-aside'],
  ['set-aside', 'junk'],
  ['set-aside', 'bin'],
  ['set-aside', 'unknown'],
  ['set-aside', 'sent'],
  ['junk', 'junk'],
  ['junk', 'bin'],
  ['junk', 'set-aside'],
] as const)('a message moved to %s and now in %s changes nothing', (target, location) => {
  expect(toUserMoves([moved(target, location)])).toEqual({ restored: [], gone: [] })
})

test.each(['set-aside', 'junk'] as const)(
  'a message that no longer exists (%s) is gone',
  (target) => {
    const message = moved(target, 'gone')
    expect(toUserMoves([message])).toEqual({ restored: [], gone: [message.decisionId] })
  },
)

test('a message taken out of junk into a folder was restored', () => {
  expect(restores(moved('junk', 'elsewhere'))).toBe(true)
})

test('a message in a user’s folder counts as restored if another one, set aside at the same time or earlier, is still in our label', () => {
  const inFolder = moved('set-aside', 'elsewhere', 2_000)
  expect(restores(inFolder, moved('set-aside', 'set-aside', 1_000))).toBe(true)
  expect(restores(inFolder, moved('set-aside', 'set-aside', 2_000))).toBe(true)
})

test('a deleted or renamed label restores nothing, even if a new one was made since', () => {
  const [one, other] = [moved('set-aside', 'elsewhere'), moved('set-aside', 'elsewhere', 1_500)]
  const inNewLabel = moved('set-aside', 'set-aside', 2_000)
  expect(toUserMoves([one, other]).restored).toEqual([])
  expect(toUserMoves([one, other, inNewLabel]).restored).toEqual([])
})
