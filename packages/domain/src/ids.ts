import * as z from 'zod/mini'

export const UserId = z.uuid().brand<'UserId'>()
export type UserId = z.infer<typeof UserId>
