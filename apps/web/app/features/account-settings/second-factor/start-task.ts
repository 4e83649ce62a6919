import {
  addPasskey,
  removePasskey,
  removeTotp,
  renamePasskey,
  replaceRecoveryCodes,
  setUpTotp,
  startPasskey,
} from '@doorman/contract/second-factor'
import { call } from '../../../lib/api/call.ts'
import { canUsePasskeys, createPasskey } from '../../../lib/session/passkeys.ts'
import type { Task } from './second-factor.ts'

export type SetUp = { readonly secret: string; readonly qrCode: string }

export type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly setUp: SetUp }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'done' }

export type Entered = { readonly password: string; readonly name: string }

/** A failure whose message is for the user. */
export class TaskError extends Error {}

/** Sends the password, and returns what comes next. */
export async function startTask(task: Task, { password, name }: Entered): Promise<Step> {
  switch (task.kind) {
    case 'add-app':
      return { kind: 'scan', setUp: await call(setUpTotp, { password }) }
    case 'remove-app':
      await call(removeTotp, { password })
      return { kind: 'done' }
    case 'new-codes':
      return toCodes(await call(replaceRecoveryCodes, { password }))
    case 'add-passkey':
      return createAndAdd(password, name)
    case 'rename-passkey':
      await call(renamePasskey, { id: task.passkey.id, name, password })
      return { kind: 'done' }
    case 'remove-passkey':
      await call(removePasskey, { id: task.passkey.id, password })
      return { kind: 'done' }
  }
}

async function createAndAdd(password: string, name: string): Promise<Step> {
  if (!canUsePasskeys())
    throw new TaskError('This browser doesn’t support passkeys. Try another one.')
  const { options } = await call(startPasskey, { password })
  const credential = await createPasskey(options)
  if (!credential)
    throw new TaskError('No passkey was made. You may have cancelled, or this device has one.')
  return toCodes(await call(addPasskey, { name, credential }))
}

/** Recovery codes come with the first factor only. */
export function toCodes({ recoveryCodes }: { recoveryCodes: readonly string[] }): Step {
  return recoveryCodes.length > 0 ? { kind: 'codes', codes: recoveryCodes } : { kind: 'done' }
}
