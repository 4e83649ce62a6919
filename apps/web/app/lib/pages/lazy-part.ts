import { lazy, type ComponentType } from 'react'

const Nothing = () => null

/**
 * A part that the page can do without, loaded on demand. If its code cannot be loaded, for example
 * offline, the page goes on without it instead of being replaced by an error.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }))
}
