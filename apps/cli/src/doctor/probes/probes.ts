import type { NetworkTransport } from '@doorman/runtime/mail/transport'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import type { DatabaseAnswer } from './ask-database.ts'
import type { ProbeFailure } from '../probe-failure.ts'

export type FolderAnswer = {
  readonly exists: boolean
  /** Whether the user that runs doctor may write to the folder, or create it if it is missing. */
  readonly isWritable: boolean
  readonly freeBytes: number
}

export type StoredFile = { readonly text: string; readonly isReadableByOthers: boolean }

/**
 * Everything that doctor reads from the machine and the network. A probe that gets no answer in
 * time fails.
 */
export type Probes = {
  readonly nodeVersion: string
  readonly transport: NetworkTransport
  askFolder(path: string): Promise<FolderAnswer | ProbeFailure>
  findStoredFile(path: string): Promise<StoredFile | null>
  askDatabase(
    database: { url: string } | { dataDir: string },
    keyRing?: KeyRing | null,
  ): Promise<DatabaseAnswer | ProbeFailure>
  askRelay(url: string): Promise<{ kind: 'answered' } | ProbeFailure>
}
