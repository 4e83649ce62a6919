import { lazy, useState, type ComponentType } from 'react'

const Nothing = () => null

/**
 * A part that the page can do without, loaded on demand. If its code cannot be loaded, for example
 * offline, the page works without it instead of being replaced by an error. After `preload` it is
 * rendered at once, without suspending.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  async function preload(): Promise<ComponentType<Props>> {
    loaded ??= await load().catch((): ComponentType<Props> => Nothing)
    return loaded
  }
  const Lazy = lazy(async () => ({ default: await preload() }))

  function LazyPart(props: Props) {
    // Chosen once: another component type would lose the part's state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Part {...props} />
  }
  return Object.assign(LazyPart, { preload })
}
