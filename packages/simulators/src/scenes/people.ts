import type { SimulatedProvider } from '../world/mailbox/stored-message.ts'
import type { SceneName } from './scene.ts'

/** A scene, and the words in it to replace for another owner. */
export type SceneSource = {
  readonly scene: SceneName
  /** The organisation's domain in the scene's files. */
  readonly sceneDomain: string
  readonly renames?: readonly (readonly [from: string, to: string])[]
}

/** One mailbox that is filled from a scene. */
export type SceneMailbox = SceneSource & {
  readonly provider: SimulatedProvider
  readonly domain: string
  readonly user: string
  readonly name: string
  readonly about: string
  /** The messages are this many times as old as in the scene. */
  readonly ageFactor?: number
  /** Another scene whose messages are in the same mailbox. */
  readonly also?: SceneSource
}

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

/** The same people at each provider. */
export const visitorMailboxes: readonly SceneMailbox[] = (['google', 'microsoft'] as const).flatMap(
  (provider) =>
    people.map(({ domains, ...person }) => ({
      ...person,
      provider,
      sceneDomain: domains.google,
      domain: domains[provider],
    })),
)

/** The scenes span three weeks, and the history of the demo's user six. */
const historyFactor = 2.1

/** The mailboxes of the demo's user, who has used the product for weeks. */
export const demoUserMailboxes: readonly SceneMailbox[] = [
  {
    provider: 'google',
    scene: 'founder',
    sceneDomain: 'berthline.example',
    domain: 'berthline-group.example',
    user: 'mara',
    name: 'Mara Lindqvist',
    about: 'the demo’s user',
    ageFactor: historyFactor,
    also: {
      scene: 'engineer',
      sceneDomain: 'ferrygate.example',
      renames: [
        ['tomasz', 'mara'],
        ['Tomasz', 'Mara'],
        ['Okafor-Bell', 'Lindqvist'],
      ],
    },
  },
  {
    provider: 'microsoft',
    scene: 'cfo',
    sceneDomain: 'velmatt.example',
    domain: 'velmatt-group.example',
    user: 'mara.lindqvist',
    name: 'Mara Lindqvist',
    about: 'the demo’s user',
    ageFactor: historyFactor,
    renames: [
      ['ingrid.vasseur', 'mara.lindqvist'],
      ['Ingrid', 'Mara'],
      ['Vasseur', 'Lindqvist'],
    ],
  },
]
