import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, Output, type LanguageModel as SdkModel, type LanguageModelUsage } from 'ai'
import { setTimeout } from 'node:timers/promises'
import type { Judgeable } from '../model/judgeable.ts'
import { answerSchema, findAnswer, type Answer } from './answer.ts'
import type { Tokens } from './budget.ts'
import { toFailedCall, type ModelFailure } from './failure.ts'
import { createLimitedFetch } from './limited-fetch.ts'
import { toPrompt, type Prompt } from './prompt.ts'
import type { ApprovedEndpoint } from './retention.ts'

type AskOutcome =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly tokens: Tokens }
  | { readonly kind: 'failed'; readonly failure: ModelFailure; readonly tokens: Tokens }

/** Asks a language model about one message. Never throws, keeps no state, logs nothing. */
export type LanguageModel = {
  ask(message: Judgeable): Promise<AskOutcome>
  /** An upper estimate of the tokens that `ask` uses, its retry included. */
  maxTokens(message: Judgeable): Tokens
}

export type LanguageModelSettings = {
  readonly endpoint: ApprovedEndpoint
  readonly model: string
  /** Empty if the endpoint needs no key. */
  readonly apiKey: string
  /** Models that reason by default need `none` here, or a larger `maxOutputTokens`. */
  readonly reasoning?: 'provider-default' | 'none' | 'low'
  readonly maxOutputTokens?: number
  /** Bounds one `ask` as a whole: both calls and the wait between them. */
  readonly askTimeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

type CallResult = {
  readonly outcome: AskOutcome
  /** How long to wait before a retry; `null` if a retry cannot help. */
  readonly retryAfterMs: number | null
}

const maxResponseBytes = 32_768

const providerOptions = {
  // For some accounts OpenAI stores completions unless the request says otherwise.
  openai: { store: false },
  // The default mode returns the answer as a tool call, and our prompt offers no tools.
  anthropic: { structuredOutputMode: 'outputFormat' },
}

/**
 * The endpoint is asked to follow the schema, and `findAnswer` parses the text. Not every endpoint
 * enforces a schema, so all of them go through the same strict parser.
 */
const output = {
  ...Output.text(),
  responseFormat: Output.object({ schema: answerSchema, name: 'judgement' }).responseFormat,
}

export function createLanguageModel({
  endpoint,
  model,
  apiKey,
  reasoning = 'provider-default',
  maxOutputTokens = 200,
  askTimeoutMs = 20_000,
  fetch = globalThis.fetch,
  wait = (ms, signal) => setTimeout(ms, undefined, { signal }),
}: LanguageModelSettings): LanguageModel {
  // Otherwise the SDK prints a warning for every message, for example that a model has no
  // temperature.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const sdkModel = toSdkModel(endpoint, model, apiKey, createLimitedFetch(fetch, maxResponseBytes))

  const call = async (prompt: Prompt, signal: AbortSignal): Promise<CallResult> => {
    const estimate = { input: toInputTokens(prompt), output: maxOutputTokens }
    try {
      const { text, usage, response, finishReason } = await generateText({
        model: sdkModel,
        instructions: prompt.system,
        prompt: prompt.user,
        output,
        temperature: 0,
        reasoning,
        maxOutputTokens,
        maxRetries: 0,
        abortSignal: signal,
        telemetry: { isEnabled: false },
        providerOptions,
      })
      const tokens = toTokens(usage, estimate)
      if (finishReason === 'content-filter') return failed('refused', tokens, 0)
      const answer = isSameModel(model, response.modelId) ? findAnswer(text) : null
      if (answer === null) return failed('bad-answer', tokens, 0)
      return { outcome: { kind: 'answer', answer, tokens }, retryAfterMs: null }
    } catch (error) {
      // Not rethrown and not logged: the SDK's errors contain the request, and so the message.
      const { failure, retryAfterMs, isBilled } = toFailedCall(error, signal)
      return failed(failure, isBilled ? estimate : noTokens, retryAfterMs)
    }
  }

  return {
    async ask(message) {
      const prompt = toPrompt(message)
      const signal = AbortSignal.timeout(askTimeoutMs)
      const first = await call(prompt, signal)
      if (first.retryAfterMs === null) return first.outcome
      try {
        await wait(first.retryAfterMs, signal)
      } catch {
        // Only `askTimeoutMs` interrupts the wait.
        return { kind: 'failed', failure: 'timeout', tokens: first.outcome.tokens }
      }
      const { outcome } = await call(prompt, signal)
      return { ...outcome, tokens: plus(first.outcome.tokens, outcome.tokens) }
    },
    maxTokens: (message) => ({
      input: 2 * toInputTokens(toPrompt(message)),
      output: 2 * maxOutputTokens,
    }),
  }
}

/** The key and the URL are always set: without them the SDK reads the environment. */
function toSdkModel(
  { vendor, baseUrl: baseURL }: ApprovedEndpoint,
  model: string,
  apiKey: string,
  fetch: typeof globalThis.fetch,
): SdkModel {
  switch (vendor) {
    case 'openai':
      return createOpenAI({ baseURL, apiKey, fetch }).chat(model)
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch })(model)
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'endpoint',
        baseURL,
        fetch,
        supportsStructuredOutputs: true,
        ...(apiKey !== '' && { apiKey }),
      })(model)
  }
}

/**
 * Endpoints answer with the dated name: `claude-sonnet-4-5` becomes `claude-sonnet-4-5-20250929`.
 */
function isSameModel(asked: string, answered: string): boolean {
  const stem = asked.replace(/-latest$/, '')
  return (
    answered === asked ||
    (answered.startsWith(stem) && /^[-@:.\d]*$/.test(answered.slice(stem.length)))
  )
}

const noTokens: Tokens = { input: 0, output: 0 }

/**
 * A token is about four letters of English, and hardly ever less than three bytes in any language.
 */
function toInputTokens({ system, user }: Prompt): number {
  return Math.ceil(new TextEncoder().encode(system + user).byteLength / 3)
}

function toTokens({ inputTokens, outputTokens }: LanguageModelUsage, estimate: Tokens): Tokens {
  return { input: inputTokens ?? estimate.input, output: outputTokens ?? estimate.output }
}

function failed(failure: ModelFailure, tokens: Tokens, retryAfterMs: number | null): CallResult {
  return { outcome: { kind: 'failed', failure, tokens }, retryAfterMs }
}

function plus(a: Tokens, b: Tokens): Tokens {
  return { input: a.input + b.input, output: a.output + b.output }
}
