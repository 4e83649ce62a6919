import { loadCurrentUser } from '@doorman/contract/auth'
import { listDevices } from '@doorman/contract/own-data'
import { loadSecondFactor } from '@doorman/contract/second-factor'
import { useState } from 'react'
import { refetch } from '../../../lib/api/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import type { Task } from './second-factor.ts'
import { startTask, type Step } from './start-task.ts'
import { toTaskText } from './task-text.ts'

/** The dialog for one change of the second factors. It asks for the password first. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const { title, description, done } = toTaskText(task)

  async function goOn(next: Step): Promise<void> {
    const isChanged = next.kind === 'done' || next.kind === 'codes'
    // A change signs other devices out.
    if (isChanged) await refetch(loadSecondFactor, loadCurrentUser, listDevices)
    if (next.kind !== 'done') return setStep(next)
    toast.done(done)
    onClose()
  }

  const head =
    step.kind === 'codes'
      ? {
          title: 'Save your recovery codes',
          description:
            'Each one lets you in once if you lose your phone or passkey. We can’t show them again.',
        }
      : step.kind === 'scan'
        ? {
            title: 'Scan this with your app',
            description: 'Google Authenticator, 1Password, Authy: any authenticator app will do.',
          }
        : { title, description }

  return (
    <Dialog
      {...head}
      isOpen
      // The codes are shown once, so they go only when the user says that they are saved.
      onOpenChange={(isOpen) => !isOpen && step.kind !== 'codes' && onClose()}
    >
      {step.kind === 'scan' ? (
        <ScanStep setUp={step.setUp} onDone={goOn} />
      ) : step.kind === 'codes' ? (
        <RecoveryCodes
          codes={step.codes}
          onClose={() => {
            toast.done(done)
            onClose()
          }}
        />
      ) : (
        <PasswordStep
          task={task}
          onSubmit={async (entered) => goOn(await startTask(task, entered))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
