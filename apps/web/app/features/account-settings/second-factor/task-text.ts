import type { Task } from './second-factor.ts'

type TaskText = {
  readonly title: string
  readonly description: string
  /** The button that sends the password. */
  readonly submit: string
  /** The toast at the end. */
  readonly done: string
  readonly isRemoval?: true
}

export function toTaskText(task: Task): TaskText {
  switch (task.kind) {
    case 'add-app':
      return {
        title: 'Set up an authenticator app',
        description: 'Enter your password to begin. Your other devices will be signed out.',
        submit: 'Continue',
        done: 'Authenticator app added',
      }
    case 'remove-app':
      return {
        title: 'Remove your authenticator app?',
        description: 'Its codes will stop working, and your other devices will be signed out.',
        submit: 'Remove app',
        done: 'Authenticator app removed',
        isRemoval: true,
      }
    case 'new-codes':
      return {
        title: 'Get new recovery codes',
        description: 'Your old codes will stop working, and your other devices will be signed out.',
        submit: 'Get new codes',
        done: 'Recovery codes replaced',
      }
    case 'add-passkey':
      return {
        title: 'Add a passkey',
        description:
          'Enter your password, and your browser takes over. Your other devices will be signed out.',
        submit: 'Continue',
        done: 'Passkey added',
      }
    case 'rename-passkey':
      return {
        title: 'Rename this passkey',
        description: 'A name that tells you which device it’s on.',
        submit: 'Save',
        done: 'Passkey renamed',
      }
    case 'remove-passkey':
      return {
        title: `Remove “${task.passkey.name}”?`,
        description:
          'You won’t be able to log in with it, and your other devices will be signed out.',
        submit: 'Remove passkey',
        done: 'Passkey removed',
        isRemoval: true,
      }
  }
}
