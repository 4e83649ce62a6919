import type { Context } from '@doorman/services/context'
import { seedUser } from '@doorman/services/users/seed-user'

/** Who can sign in to the demo. Known to everybody, and so never seeded anywhere else. */
export const demoSignIns = [
  { email: 'user@doorman.example', password: 'let me in please', isAdmin: false },
  { email: 'admin@doorman.example', password: 'hold the door open', isAdmin: true },
] as const

/** Makes the demo's users where they are missing. */
export async function seedDemo(ctx: Context): Promise<void> {
  for (const signIn of demoSignIns) await seedUser(ctx, signIn)
}
