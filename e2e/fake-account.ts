export const gmailId = '00000000-0000-4000-8000-000000000001'

/** An account as the API tells of it, for what no simulated provider does on demand. */
export function anAccount(changes: object = {}) {
  return {
    id: gmailId,
    email: 'sam@example.com',
    isActive: true,
    isPaused: false,
    syncStatus: 'synced',
    syncProgress: 100,
    syncTotal: 100,
    createdAt: '2026-11-10T09:00:00.000Z',
    lastSyncedAt: '2026-11-15T09:00:00.000Z',
    nextCheckAt: null,
    problem: null,
    isObserveOnly: false,
    ...changes,
  }
}
