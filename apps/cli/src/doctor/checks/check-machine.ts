import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'

const minNodeVersion = 24
const gigabyte = 1024 ** 3
/** With less free space, PostgreSQL may run out of space within a day. */
const minFreeBytes = 0.25 * gigabyte
const comfortableBytes = 2 * gigabyte

export async function checkMachine(settings: Settings, probes: Probes): Promise<Finding[]> {
  return [checkNode(probes.nodeVersion), await checkDataFolder(settings, probes)]
}

function checkNode(version: string): Finding {
  if (Number.parseInt(version) >= minNodeVersion) return ok('Node', version)
  return broken('Node', `${version} is too old`, `Install Node ${minNodeVersion} or later.`)
}

async function checkDataFolder(settings: Settings, { askFolder }: Probes): Promise<Finding> {
  const subject = 'Data folder'
  const { dataDir, database, secret, tokenKeys } = settings
  const isNeeded = [database, secret, tokenKeys].some(
    (part) => 'problem' in part || part.value === null,
  )
  if (!isNeeded) return off(subject, 'not needed: database and secrets are stored elsewhere')

  const folder = await askFolder(dataDir)
  if ('kind' in folder)
    return broken(subject, `${dataDir}: ${folder.reason}`, 'Set DATA_DIR to another path.')
  const { exists, isWritable, freeBytes } = folder
  const says = `${dataDir}${exists ? '' : ', will be created at the first start'}, ${toGigabytes(freeBytes)} free`
  if (!isWritable)
    return broken(
      subject,
      `${dataDir}: not writable`,
      'Make the user that runs Doorman the owner of the folder.',
    )
  if (freeBytes < minFreeBytes)
    return broken(subject, says, 'Free disk space: a full disk stops Doorman.')
  return freeBytes < comfortableBytes
    ? needsAttention(subject, says, 'Free disk space soon.')
    : ok(subject, says)
}

function toGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(bytes < 10 * gigabyte ? 1 : 0)} GB`
}
