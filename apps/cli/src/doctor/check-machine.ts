import { broken, look, off, ok, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'

const oldestNode = 24
const gigabyte = 1024 ** 3
/** Below this PostgreSQL may stop in the middle of a day. */
const leastFreeBytes = 0.25 * gigabyte
const comfortableBytes = 2 * gigabyte

export async function checkMachine(settings: Settings, probes: Probes): Promise<Finding[]> {
  return [checkNode(probes.nodeVersion), await checkDataFolder(settings, probes)]
}

function checkNode(version: string): Finding {
  if (Number.parseInt(version) >= oldestNode) return ok('Node', version)
  return broken('Node', `${version} is too old`, `Doorman needs Node ${oldestNode} or later.`)
}

async function checkDataFolder(settings: Settings, { askFolder }: Probes): Promise<Finding> {
  const subject = 'Data folder'
  const { dataDir, database, secret, tokenKeys } = settings
  const isNeeded = [database, secret, tokenKeys].some(
    (part) => 'wrong' in part || part.value === null,
  )
  if (!isNeeded) return off(subject, 'not needed: database and secrets are elsewhere')

  const folder = await askFolder(dataDir)
  if ('kind' in folder) return broken(subject, `${dataDir}: ${folder.why}`, 'Set DATA_DIR.')
  const { isThere, isWritable, freeBytes } = folder
  const says = `${dataDir}${isThere ? '' : ', made at the first start'}, ${toGigabytes(freeBytes)} free`
  if (!isWritable)
    return broken(
      subject,
      `${dataDir}: we may not write there`,
      'Give the folder to the user that runs Doorman.',
    )
  if (freeBytes < leastFreeBytes)
    return broken(subject, says, 'Make room: a full disk stops everything.')
  return freeBytes < comfortableBytes ? look(subject, says, 'Make room soon.') : ok(subject, says)
}

function toGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(bytes < 10 * gigabyte ? 1 : 0)} GB`
}
