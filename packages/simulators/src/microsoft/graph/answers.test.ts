import { expect, test } from 'vitest'
import {
  answerFolder,
  answerFolders,
  answerMessage,
  answerMessages,
  answerSubscription,
  answerUser,
  type Answer,
} from './answers.ts'

/** `tsc` checks these lines: each has a field or a type that Microsoft's types do not have. */
test('an answer with a field that Microsoft’s types do not know fails the type check', () => {
  const context = '@odata.context'
  const unknown = { id: '1', colour: 'red' }
  const answers: readonly Answer[] = [
    // @ts-expect-error -- a user has no colour
    answerUser(unknown),
    // @ts-expect-error -- a message has no colour
    answerMessage(unknown),
    // @ts-expect-error -- a message is read or not
    answerMessage({ id: '1', isRead: 'yes' }),
    // @ts-expect-error -- a folder has no colour
    answerFolder(unknown),
    // @ts-expect-error -- a subscription has no colour
    answerSubscription(unknown),
    // @ts-expect-error -- a message in a list has no colour
    answerMessages({ [context]: '', value: [unknown] }),
    // @ts-expect-error -- a folder in a list has no colour
    answerFolders({ [context]: '', value: [unknown] }),
    answerMessage({ id: '1', isRead: true, '@odata.etag': 'x' }),
  ]
  expect(answers).toHaveLength(8)
})
