import type { ComponentProps } from 'react'
import { Dialog } from './dialog.tsx'

/** Asks before something that cannot be undone. Cancel and Escape close it; a click outside does not. */
export function AlertDialog(props: Omit<ComponentProps<typeof Dialog>, 'isAlert'>) {
  return <Dialog isAlert {...props} />
}
