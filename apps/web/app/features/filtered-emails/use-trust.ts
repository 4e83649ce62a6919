import {
  addToWhitelist,
  forgetSender,
  listSenders,
  listWhitelist,
  removeFromWhitelist,
  trustSender,
} from '@doorman/contract/filter-settings'
import type { Endpoint } from '@doorman/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { undoStack } from './undo-stack.ts'

export function useTrustSender(address: string) {
  return useTrust(address, {
    trust: () => call(trustSender, { address }),
    distrust: () => call(forgetSender, { address }),
    list: listSenders,
    done: 'Sender trusted',
    undone: text.senderRemoved,
  })
}

/** Whitelists the domain, which needs Pro. */
export function useTrustDomain(domain: string) {
  return useTrust(domain, {
    trust: () => call(addToWhitelist, { domain }),
    distrust: () => call(removeFromWhitelist, { domain }),
    list: listWhitelist,
    done: text.domainAdded,
    undone: text.domainRemoved,
  })
}

/** Shows the sender or domain as trusted at once, until the request fails or the user undoes it. */
function useTrust(
  name: string,
  calls: {
    trust: () => Promise<unknown>
    distrust: () => Promise<unknown>
    /** Where the filter settings list it. */
    list: Endpoint
    done: string
    undone: string
  },
) {
  const [isDone, setDone] = useState(false)
  const distrust = useMutation({
    mutationFn: calls.distrust,
    onMutate: () => setDone(false),
    onSuccess: () => toast.done(calls.undone),
    onError: (error) => {
      setDone(true)
      toast.failed(text.actionFailed, toUserMessage(error))
    },
    onSettled: () => refetch(calls.list),
  })
  const trust = useMutation({
    mutationFn: calls.trust,
    onMutate: () => setDone(true),
    onSuccess: () => {
      const undo = () => {
        distrust.mutate()
        return null
      }
      undoStack.push(undo)
      toast.done(calls.done, `Email from ${name} stays in your inbox from now on.`, {
        label: text.undo.label,
        altText: 'Remove it in Filter Settings',
        onChoose: () => {
          undoStack.remove(undo)
          undo()
        },
      })
    },
    onError: (error) => {
      setDone(false)
      const needsPro = error instanceof ApiError && error.isUpgradeRequired
      toast.failed(
        text.actionFailed,
        toUserMessage(error),
        needsPro ? { ...text.upgrade, path: paths.billing } : undefined,
      )
    },
    onSettled: () => refetch(calls.list),
  })
  return {
    isDone,
    take() {
      // The button stays enabled, so that it keeps the focus.
      if (!isDone) trust.mutate()
    },
  }
}
