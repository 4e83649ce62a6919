import { afterAll, beforeAll } from 'vitest'
import { enterWorld, leaveWorld } from './visit.ts'

// Runs once for each file, which what it imports does not.
beforeAll(enterWorld)
afterAll(leaveWorld)
