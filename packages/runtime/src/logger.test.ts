import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { runForRequest } from './request-id.ts'

function capture(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('allowed fields are written', () => {
  const line = JSON.parse(capture((logger) => logger.info({ event: 'request', status: 200 })))
  expect(line).toMatchObject({ level: 'info', event: 'request', status: 200 })
})

test('other fields are dropped, and so are a child logger’s', () => {
  const text = capture((logger) => {
    logger.info({ event: 'x', email: 'ann@example.com', body: 'canary', req: { url: 'canary' } })
    logger.child({ subject: 'canary' }).info({ event: 'y' })
  })
  expect(text).not.toMatch(/ann@|canary/)
})

test('an error is logged with its type, code and stack, but without its message', () => {
  const text = capture((logger) => {
    try {
      JSON.parse('canary of a message')
    } catch (cause) {
      const err = new Error('canary again', { cause })
      logger.error({ err: Object.assign(err, { code: '23505', detail: 'Key (email)=(canary)' }) })
    }
    logger.error({ err: 'canary as a string' })
    logger.error(new Error('canary\n    at canary on its second line'))
  })
  expect(text).not.toContain('canary')
  expect(text).toContain('SyntaxError')
  expect(text).toContain('23505')
  expect(text).toContain('logger.test.ts')
})

test('a line on behalf of a request names it, once', () => {
  const lines = capture((logger) =>
    runForRequest('request-1', () => {
      logger.info({ event: 'own' })
      logger.error(new Error('canary'))
    }),
  ).split('\n')
  for (const line of lines.slice(0, 2)) expect(line.split('"reqId":"request-1"')).toHaveLength(2)
  expect(capture((logger) => logger.info({ event: 'other' }))).not.toContain('reqId')
  const ofOther = capture((logger) =>
    runForRequest('request-1', () => logger.info({ event: 'end', reqId: 'request-2' })),
  )
  expect(JSON.parse(ofOther)).toMatchObject({ reqId: 'request-2' })
})
