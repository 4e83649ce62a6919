import { productName } from '@doorman/domain/brand'
import type { gmail_v1 } from '@googleapis/gmail'
import { required, units, type GmailApi } from './gmail-api.ts'
import { GmailError } from './gmail-failure.ts'

/** Doorman's label. People rename and delete labels, so it is looked for each time. */
export type OwnLabel = {
  find(api: GmailApi): Promise<string | null>
  /** Made if need be, and only once by however many ask at the same time. */
  load(api: GmailApi): Promise<string>
}

export function createOwnLabel(): OwnLabel {
  let loading: Promise<string> | null = null

  async function loadOrMake(api: GmailApi): Promise<string> {
    return (await findLabel(api)) ?? makeLabel(api)
  }

  return {
    find: findLabel,
    load(api) {
      loading ??= loadOrMake(api).finally(() => {
        loading = null
      })
      return loading
    },
  }
}

async function findLabel(api: GmailApi): Promise<string | null> {
  const { labels = [] } = await api.read(units.listLabels, (users, options) =>
    users.labels.list({ userId: 'me' }, options),
  )
  const own = labels.find((label) => label.name?.toLowerCase() === productName.toLowerCase())
  return own ? required(own.id, 'label') : null
}

async function makeLabel(api: GmailApi): Promise<string> {
  const requestBody = {
    name: productName,
    labelListVisibility: 'labelShow',
    messageListVisibility: 'show',
  }
  const find = async (): Promise<gmail_v1.Schema$Label | null> => {
    const id = await findLabel(api)
    return id === null ? null : { id }
  }
  try {
    const made = await api.write(
      units.createLabel,
      (users, options) => users.labels.create({ userId: 'me', requestBody }, options),
      find,
    )
    return required(made.id, 'label')
  } catch (error) {
    // "Label name exists or conflicts": another process of ours was quicker.
    const theirs = error instanceof GmailError && error.status === 409 ? await findLabel(api) : null
    if (theirs === null) throw error
    return theirs
  }
}
