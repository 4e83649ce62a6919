import { modelFile } from '@doorman/classifier/load-local-model'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect } from 'vitest'
import type { judge } from './judge-in-browser.ts'
import { test } from './visit.ts'

/** The global that the bundle defines. */
type Bundle = { readonly judge: typeof judge }

test('the local model judges a message in the browser, without a request', async ({
  page,
  context,
}) => {
  const script = await bundleJudge()
  await page.goto('about:blank')
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  await page.addScriptTag({ content: script })
  const judged = await page.evaluate(
    ([model, subject, text]) => {
      const { doorman } = globalThis as unknown as { doorman: Bundle }
      return doorman.judge(model, subject, text)
    },
    [
      readFileSync(modelFile, 'utf8'),
      'Quick question',
      'We help companies like yours get more qualified leads. Would you be open to a quick call next week to see how? I came across your website and was impressed. If you are not the right person, who is?',
    ] as const,
  )
  expect(judged.score).toBeGreaterThan(0.9)
  expect(judged.signals.length).toBeGreaterThan(0)
  expect(requests).toEqual([])
})

/** Bundles the packages into one script for the browser. */
async function bundleJudge(): Promise<string> {
  const bundle = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('judge-in-browser.ts', import.meta.url)),
        formats: ['iife'],
        name: 'doorman',
      },
    },
  })
  const [output] = [bundle].flat()
  if (!output || !('output' in output)) throw new Error('Nothing was bundled')
  return output.output[0].code
}
