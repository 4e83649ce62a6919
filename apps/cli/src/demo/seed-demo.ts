import type { Context } from '@doorman/services/ports/context'
import { seedUser } from '@doorman/services/users/seed-user'

/** The demo's users. Their passwords are public, so they are never seeded into a real service. */
export const demoSignIns = [
  { email: 'user@doorman.example', password: 'let me in please', isAdmin: false },
  { email: 'admin@doorman.example', password: 'hold the door open', isAdmin: true },
] as const

/** Creates the demo's users if they are missing. */
export async function seedDemo(ctx: Context): Promise<void> {
  for (const signIn of demoSignIns) await seedUser(ctx, signIn)
}
