import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The list of routes is short. Sending it with the page saves a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
