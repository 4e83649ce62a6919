import type { SimulatedProvider } from '../world/mailbox/stored-message.ts'
import type { SceneName } from './scene.ts'

export type Person = {
  readonly scene: SceneName
  readonly name: string
  /** Role, shown after the name. */
  readonly about: string
  /** The part of the address before the `@`. */
  readonly user: string
  /** The organisation's domain at each provider. The scene files contain Google's. */
  readonly domains: Readonly<Record<SimulatedProvider, string>>
}

/** The people whose mailboxes a visitor of the demo can connect. */
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
