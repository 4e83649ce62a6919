import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, Output, type LanguageModel as SdkModel, type LanguageModelUsage } from 'ai'
import { setTimeout } from 'node:timers/promises'
import type { Judgeable } from '../local/judgeable.ts'
import { answerSchema, findAnswer, type Answer } from './answer.ts'
import type { Tokens } from './budget.ts'
import { toFailedCall, type Failure } from './failure.ts'
import { createLimitedFetch } from './limited-fetch.ts'
import { toPrompt, type Prompt } from './prompt.ts'
import type { ApprovedEndpoint } from './retention.ts'

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly tokens: Tokens }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly tokens: Tokens }

/** A second opinion on one mail. Never throws, remembers nothing, logs nothing. */
export type LanguageModel = {
  ask(mail: Judgeable): Promise<Outcome>
  /** What asking can use at most, by a cautious estimate, the second try included. */
  mostTokens(mail: Judgeable): Tokens
}

export type LanguageModelSettings = {
  readonly endpoint: ApprovedEndpoint
  readonly model: string
  /** Empty where the endpoint asks for none. */
  readonly apiKey: string
  /** A model that reasons unless told otherwise wants `none` here, or more output tokens. */
  readonly reasoning?: 'provider-default' | 'none' | 'low'
  readonly maxOutputTokens?: number
  /** For everything that one mail takes, the second try included. */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

type Call = {
  readonly outcome: Outcome
  /** `null` where a second try is useless. */
  readonly retryAfterMs: number | null
}

const maxResponseBytes = 32_768

const providerOptions = {
  // OpenAI keeps completions of some accounts unless told not to.
  openai: { store: false },
  // The other mode makes the answer a tool call, and our models have no tools.
  anthropic: { structuredOutputMode: 'outputFormat' },
}

/** The endpoint is held to the schema, and the text comes to `findAnswer`: one strict reading for every endpoint. */
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
  timeoutMs = 20_000,
  fetch = globalThis.fetch,
  wait = (ms, signal) => setTimeout(ms, undefined, { signal }),
}: LanguageModelSettings): LanguageModel {
  // The SDK would print a warning a mail, for instance for a model without a temperature.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const sdkModel = toSdkModel(endpoint, model, apiKey, createLimitedFetch(fetch, maxResponseBytes))

  const call = async (prompt: Prompt, signal: AbortSignal): Promise<Call> => {
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
      // It goes no further: the SDK's errors carry the request, and with it the mail.
      const { failure, retryAfterMs, isBilled } = toFailedCall(error, signal)
      return failed(failure, isBilled ? estimate : noTokens, retryAfterMs)
    }
  }

  return {
    async ask(mail) {
      const prompt = toPrompt(mail)
      const signal = AbortSignal.timeout(timeoutMs)
      const first = await call(prompt, signal)
      if (first.retryAfterMs === null) return first.outcome
      try {
        await wait(first.retryAfterMs, signal)
      } catch {
        // Only the time limit ends a wait.
        return { kind: 'failed', failure: 'timeout', tokens: first.outcome.tokens }
      }
      const { outcome } = await call(prompt, signal)
      return { ...outcome, tokens: plus(first.outcome.tokens, outcome.tokens) }
    },
    mostTokens: (mail) => ({
      input: 2 * toInputTokens(toPrompt(mail)),
      output: 2 * maxOutputTokens,
    }),
  }
}

/** Keys and addresses are always given, since the SDK would otherwise look for them in the environment. */
function toSdkModel(
  { provider, baseUrl: baseURL }: ApprovedEndpoint,
  model: string,
  apiKey: string,
  fetch: typeof globalThis.fetch,
): SdkModel {
  switch (provider) {
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

/** Endpoints name the dated version of what was asked for: `claude-sonnet-4-5` answers as `claude-sonnet-4-5-20250929`. */
function isSameModel(asked: string, answered: string): boolean {
  const stem = asked.replace(/-latest$/, '')
  return (
    answered === asked ||
    (answered.startsWith(stem) && /^[-@:.\d]*$/.test(answered.slice(stem.length)))
  )
}

const noTokens: Tokens = { input: 0, output: 0 }

/** A token is four letters of English and at most three bytes of anything else that people write. */
function toInputTokens({ system, user }: Prompt): number {
  return Math.ceil(new TextEncoder().encode(system + user).byteLength / 3)
}

function toTokens({ inputTokens, outputTokens }: LanguageModelUsage, estimate: Tokens): Tokens {
  return { input: inputTokens ?? estimate.input, output: outputTokens ?? estimate.output }
}

function failed(failure: Failure, tokens: Tokens, retryAfterMs: number | null): Call {
  return { outcome: { kind: 'failed', failure, tokens }, retryAfterMs }
}

function plus(a: Tokens, b: Tokens): Tokens {
  return { input: a.input + b.input, output: a.output + b.output }
}
