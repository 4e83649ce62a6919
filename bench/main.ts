// npm run bench: the benchmarks behind our claims about speed. Each one is loaded only when it
// runs.

const benches: Readonly<Record<string, () => Promise<void>>> = {
  screening: async () => (await import('./screening.ts')).benchScreening(),
  web: async () => (await import('./web.ts')).benchWeb(),
  'large-messages': async () => (await import('./large-messages.ts')).benchLargeMessages(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  pipeline: async () => (await import('./pipeline.ts')).benchPipeline(),
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(benches, name))
if (unknown === undefined)
  for (const name of names.length > 0 ? names : Object.keys(benches)) await benches[name]?.()
else {
  console.error(`Unknown benchmark: ${unknown}. Choose from: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
}
