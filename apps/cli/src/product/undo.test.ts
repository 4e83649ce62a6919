import { expect, test } from 'vitest'
import { Undo } from './undo.ts'

test('parts are stopped in reverse order, once', async () => {
  const undo = new Undo()
  const stopped: string[] = []
  for (const part of ['database', 'queue', 'server'])
    await undo.add(async () => void stopped.push(part))
  await Promise.all([undo.run(), undo.run()])
  await undo.run()
  expect(stopped).toEqual(['server', 'queue', 'database'])
})

test('a part that is ready after the stop is stopped at once, and the start fails', async () => {
  const undo = new Undo()
  await undo.run()
  let isStopped = false
  await expect(undo.add(async () => void (isStopped = true))).rejects.toThrow(
    'Stopped during start.',
  )
  expect(isStopped).toBe(true)
})
