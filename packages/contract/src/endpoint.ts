import type * as z from 'zod/mini'

/**
 * One API call. The server validates with it, the browser takes its types, and OpenAPI is generated
 * from it.
 */
export type Endpoint<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `:name` segments are filled from the input field of the same name. */
  readonly path: `/api/${string}`
  readonly summary: string
  readonly input: Input
  readonly reply: Reply
  /**
   * Pages poll this call without the user, so it does not count as use: it keeps no login session
   * alive.
   */
  readonly isPolled?: boolean
}

export function endpoint<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
  declaration: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> {
  return declaration
}

/** The names of a path's `:name` parameters. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? [])
}
