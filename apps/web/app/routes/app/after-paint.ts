/** Parts that no page needs for its first paint, in one file. */
export { ConnectionLine } from '../../features/errors/connection-line.tsx'
export { LiveUpdates } from '../../lib/live-updates/live-updates.tsx'
