import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The route list is short, and knowing all of it at once spares a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
