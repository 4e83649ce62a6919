import { expect, test } from 'vitest'
import {
  decisionStates,
  isDone,
  toActionState,
  toEffect,
  userActions,
  type ActionEffect,
  type ListedEmail,
  type UserAction,
} from './user-action.ts'

const emails: Readonly<Record<string, ListedEmail>> = {
  observed: { outcome: 'observe', state: null },
  'observed and kept': { outcome: 'observe', state: 'restored' },
  pending: { outcome: 'filter', state: 'pending' },
  'set-aside': { outcome: 'filter', state: 'set-aside' },
  restored: { outcome: 'filter', state: 'restored' },
  returned: { outcome: 'filter', state: 'returned' },
  spam: { outcome: 'filter', state: 'spam' },
  gone: { outcome: 'filter', state: 'gone' },
}

/** As `filter pending move`: outcome, state, and what else is true of the effect. `-`: no change. */
function inWords(effect: ActionEffect | null): string {
  if (effect === null) return '-'
  const { outcome, state, needsMove, learning, isBack } = effect
  const words = [outcome, state ?? 'none', needsMove && 'move', learning, isBack && 'back']
  return words.filter((word) => word !== false && (word !== 'none' || state === null)).join(' ')
}

const restored = 'filter restored move trust back'
const spam = 'filter spam move block'
const returned = 'filter returned move back'
const undone = 'filter set-aside move take-back'

test.each<[string, Record<UserAction, string>]>([
  [
    'observed',
    {
      restore: 'observe restored trust',
      'report-spam': spam,
      'set-aside': 'filter pending move',
      'put-back': '-',
      undo: '-',
    },
  ],
  [
    'observed and kept',
    {
      restore: 'observe restored trust',
      'report-spam': spam,
      'set-aside': '-',
      'put-back': '-',
      undo: 'observe none take-back',
    },
  ],
  [
    'pending',
    {
      restore: restored,
      'report-spam': spam,
      'set-aside': '-',
      'put-back': returned,
      undo: '-',
    },
  ],
  [
    'set-aside',
    {
      restore: restored,
      'report-spam': spam,
      'set-aside': '-',
      'put-back': returned,
      undo: '-',
    },
  ],
  [
    'restored',
    { restore: restored, 'report-spam': spam, 'set-aside': '-', 'put-back': '-', undo: undone },
  ],
  [
    'returned',
    {
      restore: restored,
      'report-spam': spam,
      'set-aside': 'filter set-aside move',
      'put-back': '-',
      undo: undone,
    },
  ],
  [
    'spam',
    { restore: restored, 'report-spam': spam, 'set-aside': '-', 'put-back': '-', undo: undone },
  ],
  [
    'gone',
    {
      restore: restored,
      'report-spam': spam,
      'set-aside': '-',
      'put-back': '-',
      undo: 'filter gone take-back',
    },
  ],
])('what each action does to an email that is %s', (name, expected) => {
  const email = emails[name]
  if (!email) throw new Error(`Unknown email: ${name}`)
  const effects = userActions.map((action) => [action, inWords(toEffect(action, email))])
  expect(Object.fromEntries(effects)).toEqual(expected)
})

const effects = Object.values(emails).flatMap((before) =>
  userActions.flatMap((action) => {
    const after = toEffect(action, before)
    return after ? [{ action, before, after }] : []
  }),
)

test.each(effects)('$action on $before: the email has a state that its outcome allows', (one) => {
  const isAllowed = one.after.outcome === 'observe' ? [null, 'restored'] : decisionStates
  expect(isAllowed).toContain(one.after.state)
})

test.each(effects)('$action on $before is done afterwards', ({ action, after }) => {
  expect(isDone(action, after)).toBe(true)
})

test('no action makes a filtered email an observed one', () => {
  const filtered = effects.filter(({ before }) => before.outcome === 'filter')
  expect(filtered.filter(({ after }) => after.outcome === 'observe')).toEqual([])
})

test.each<[UserAction, readonly string[]]>([
  ['restore', ['observed and kept', 'restored']],
  ['report-spam', ['spam']],
  ['set-aside', ['pending', 'set-aside', 'gone']],
  ['put-back', ['observed', 'observed and kept', 'restored', 'returned', 'gone']],
  ['undo', ['observed', 'pending', 'set-aside', 'gone']],
])('%s is already done for emails that are %j', (action, expected) => {
  const done = Object.entries(emails).filter(([, email]) => isDone(action, email))
  expect(done.map(([name]) => name)).toEqual(expected)
})

test('only restored, returned and spam are shown; every other state is shown as none', () => {
  const shown = decisionStates.map((state) => [state, toActionState(state)])
  expect(Object.fromEntries(shown)).toEqual({
    pending: 'none',
    'set-aside': 'none',
    restored: 'restored',
    returned: 'returned',
    spam: 'spam',
    gone: 'none',
  })
  expect(toActionState(null)).toBe('none')
})
