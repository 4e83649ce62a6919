// npm run bench: the benchmarks behind our claims about speed. Each one is loaded only when it
// runs. `npm run bench -- lighthouse /dashboard` measures one page. `npm run bench -- soak 10` runs for
// ten minutes, by default for sixty, and only if it is named.

const args = process.argv.slice(2)
const paths = args.filter((arg) => arg.startsWith('/'))
const minutes = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 60)
const names = args.filter((arg) => !/^\/|^\d+$/.test(arg))

const benches: Readonly<Record<string, () => Promise<void>>> = {
  screening: async () => (await import('./screening.ts')).benchScreening(),
  web: async () => (await import('./web.ts')).benchWeb(),
  'large-messages': async () => (await import('./large-messages.ts')).benchLargeMessages(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(paths),
  start: async () => (await import('./start.ts')).benchStart(),
  pipeline: async () => (await import('./pipeline.ts')).benchPipeline(),
  scale: async () => (await import('./scale.ts')).benchScale(),
  soak: async () => (await import('./soak.ts')).benchSoak(minutes),
}
/** Takes an hour, so it runs only if it is named. */
const onlyIfNamed = ['soak']

const unknown = names.find((name) => !Object.hasOwn(benches, name))
if (unknown === undefined)
  for (const name of names.length > 0 ? names : listUsual()) await benches[name]?.()
else {
  console.error(`Unknown benchmark: ${unknown}. Choose from: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
}

function listUsual(): string[] {
  return Object.keys(benches).filter((name) => !onlyIfNamed.includes(name))
}
