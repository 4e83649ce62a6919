import {
  addToWhitelist,
  listWhitelist,
  removeFromWhitelist,
} from '@doorman/contract/filter-settings'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

/** Why a domain could not be added. */
export function toDomainFault(error: Error): string {
  return toUserMessage(error) ?? text.domainAddFailed
}

/** Shows an added domain once the server has normalised it. Hides a removed one at once, until the request fails. */
export function useWhitelist(page: { onAdded: (domain: string) => void; onRemove: () => void }) {
  const add = useMutation({
    mutationFn: (domain: string) => call(addToWhitelist, { domain }),
    onSuccess: (_, domain) => {
      page.onAdded(domain)
      toast.done(text.domainAdded)
    },
    onError: (error) => toast.failed(text.somethingWrong.title, toDomainFault(error)),
    onSettled: () => refetch(listWhitelist),
  })
  const removal = useMutation({
    mutationFn: (domain: string) => call(removeFromWhitelist, { domain }),
    onMutate: page.onRemove,
    onSuccess: (_, domain) => {
      const undo = {
        label: text.undo.label,
        altText: 'Add the domain back',
        onChoose: () => add.mutate(domain),
      }
      toast.done(text.domainRemoved, undefined, undo)
    },
    onError: (error) => toast.failed(text.domainRemoveFailed, toUserMessage(error)),
    onSettled: () => refetch(listWhitelist),
  })
  return {
    add,
    /** The domain whose removal is pending. */
    removed: removal.isPending ? removal.variables : null,
    remove(domain: string) {
      if (!removal.isPending) removal.mutate(domain)
    },
  }
}
