import type { Provider } from '../world/mail-store.ts'
import type { SceneName } from './scene.ts'

export type Person = {
  readonly scene: SceneName
  readonly name: string
  /** As people say it after the name. */
  readonly about: string
  /** Before the `@`. */
  readonly user: string
  /** Of their organisation, by who hosts its mail. The scene is written with Google's. */
  readonly domains: Readonly<Record<Provider, string>>
}

/** Whose mailbox a visitor of the demo can connect, with either provider. */
export const people: readonly Person[] = [
  {
    scene: 'founder',
    name: 'Mara Lindqvist',
    about: 'founder',
    user: 'mara',
    domains: { google: 'berthline.example', microsoft: 'berthline-365.example' },
  },
  {
    scene: 'engineer',
    name: 'Tomasz Okafor-Bell',
    about: 'engineer',
    user: 'tomasz',
    domains: { google: 'ferrygate.example', microsoft: 'ferrygate-365.example' },
  },
  {
    scene: 'cfo',
    name: 'Ingrid Vasseur',
    about: 'CFO',
    user: 'ingrid.vasseur',
    domains: { google: 'velmatt.example', microsoft: 'velmatt-365.example' },
  },
]
