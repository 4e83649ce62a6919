import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { writerTo } from './writer.ts'

/** Takes one text and never has room for the next, like a zip without a reader. */
const openFullTarget = () => new Writable({ write() {} })

test('a write that waits for room fails when the reader goes away', async () => {
  const file = new PassThrough()
  const put = writerTo(openFullTarget(), file)
  const isOver = put('text').then(
    () => 'written',
    (error: Error) => error.message,
  )
  const closed = once(file, 'close')
  file.destroy()
  const stillWaiting = closed.then(() => new Promise(setImmediate)).then(() => 'still waiting')
  expect(await Promise.race([isOver, stillWaiting])).toBe('The reader has gone')
})

test('nothing is written after the reader has gone', async () => {
  const file = new PassThrough()
  const target = new PassThrough()
  file.destroy()
  await once(file, 'close')
  await expect(writerTo(target, file)('text')).rejects.toThrow('The reader has gone')
  expect(target.readableLength).toBe(0)
})

test('a finished write leaves no listener behind', async () => {
  const file = new PassThrough()
  await writerTo(file, file)('text')
  expect(file.read()).toEqual(Buffer.from('text'))
  expect(file.listenerCount('close')).toBe(new PassThrough().listenerCount('close'))
})
