import type { Wire } from '@doorman/runtime/mail-access'
import type { DatabaseAnswer } from './ask-database.ts'
import type { Failure } from './failure.ts'

export type Folder = {
  readonly isThere: boolean
  /** For us; where it is not there, whether it could be made. */
  readonly isWritable: boolean
  readonly freeBytes: number
}

export type KeptFile = { readonly text: string; readonly isOpenToOthers: boolean }

/** The world as the doctor sees it. No question takes longer than the visit; whoever is silent has failed by then. */
export type Probes = {
  readonly nodeVersion: string
  readonly wire: Wire
  askFolder(path: string): Promise<Folder | Failure>
  findKept(path: string): Promise<KeptFile | null>
  askDatabase(where: { url: string } | { dataDir: string }): Promise<DatabaseAnswer | Failure>
  askRelay(url: string): Promise<{ kind: 'answered' } | Failure>
}
