import { findFreePort } from '@doorman/cli/product/find-free-port'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './pipeline/connect.ts'
import { openService, type Service } from './pipeline/service.ts'
import { sendCommand } from './pipeline/world.ts'
import { printTable } from './screening/print-table.ts'
import { compareSnapshots } from './soak/compare-snapshots.ts'
import { maxHourlyGrowth, toHourlyGrowth } from './soak/flatness.ts'
import { openInspector, type Inspector } from './soak/inspector.ts'
import { loadMegabytes } from './start/processes.ts'

const mailboxesPerProvider = 10
/** Two messages a second, one in five cold, and a page each second. */
const mail = { perProvider: 30, everyMs: 500, coldOneIn: 5 } as const
const pages = ['/', '/blog', '/login', '/privacy-policy', '/healthz']
const minuteMs = 60_000
const listedConstructors = 12

type Watched = {
  readonly name: string
  readonly pid: number | undefined
  readonly inspector: Inspector
  readonly resident: number[]
  readonly live: number[]
  firstSnapshot: string
}

/**
 * Runs web and worker under steady mail and prints their memory every minute. “Live” is the memory
 * in use after a full garbage collection. Two heap snapshots, after a third of the time and at the end,
 * show what has grown. Taking the first one needs memory that the process keeps, so resident memory
 * jumps there.
 */
export async function benchSoak(minutes: number): Promise<void> {
  const ports = { web: await findFreePort(), worker: await findFreePort() }
  const service = await openService({ inspectorPorts: ports })
  const ending = new AbortController()
  try {
    const worker = service.startWorker()
    const watched = [
      await watch('web', service.web.pid, ports.web),
      await watch('worker', worker.pid, ports.worker),
    ]
    const owners = await sendCommand(service.world, {
      do: 'add-mailboxes',
      perProvider: mailboxesPerProvider,
    })
    for (const [index, owner] of owners.entries()) await connect(service.publicUrl, owner, index)
    const load = Promise.all([sendMail(service, ending.signal), visit(service, ending.signal)])
    console.log('minute  web MB  live MB  worker MB  live MB  messages')
    for (let minute = 1; minute <= minutes; minute += 1) {
      await Promise.race([sleep(minuteMs), load])
      for (const one of watched) await look(one)
      if (minute === Math.max(1, Math.floor(minutes / 3)))
        for (const one of watched) one.firstSnapshot = await one.inspector.takeSnapshot()
      const cells = watched.flatMap(({ resident, live }) => [resident.at(-1), live.at(-1)])
      console.log([minute, ...cells.map((value = NaN) => value.toFixed(1)), sent].join('  '))
    }
    ending.abort()
    await load
    for (const one of watched) await report(one)
    for (const { inspector } of watched) inspector.close()
  } finally {
    ending.abort()
    await service.stop()
  }
}

let sent = 0

async function sendMail({ world }: Service, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) sent += (await sendCommand(world, { do: 'trickle', ...mail })).messages
}

async function visit({ publicUrl }: Service, signal: AbortSignal): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    const response = await fetch(`${publicUrl}${pages[count % pages.length]}`)
    await response.arrayBuffer()
    await sleep(1_000)
  }
}

async function watch(name: string, pid: number | undefined, port: number): Promise<Watched> {
  const inspector = await openInspector(port)
  return { name, pid, inspector, resident: [], live: [], firstSnapshot: '' }
}

async function look({ pid, inspector, resident, live }: Watched): Promise<void> {
  resident.push(await loadMegabytes(pid))
  live.push((await inspector.loadLiveBytes()) / 2 ** 20)
}

async function report({ name, inspector, resident, live, firstSnapshot }: Watched): Promise<void> {
  const growth = [resident, live].map((values) => toHourlyGrowth(values, 1))
  const [ofResident = NaN, ofLive = NaN] = growth
  const isFlat = growth.every((value) => value <= maxHourlyGrowth)
  const verdict = Number.isNaN(ofLive) ? 'not watched long enough' : isFlat ? 'flat' : 'NOT flat'
  console.log(
    `\n${name} is ${verdict}: resident ${toPercent(ofResident)} an hour, live ${toPercent(ofLive)} (up to ${toPercent(maxHourlyGrowth)} is noise).`,
  )
  const grown = compareSnapshots(firstSnapshot, await inspector.takeSnapshot())
  printTable(
    ['Grown between the snapshots', 'objects', 'KB'],
    grown
      .slice(0, listedConstructors)
      .map(({ name: what, count, bytes }) => [
        what.slice(0, 60),
        String(count),
        (bytes / 1024).toFixed(0),
      ]),
  )
}

function toPercent(share: number): string {
  return Number.isNaN(share) ? 'unknown' : `${(share * 100).toFixed(1)} %`
}
