import { productName } from '@doorman/domain/brand'
import { required, type GmailApi } from './api/gmail-api.ts'
import { GmailError } from './api/gmail-error.ts'
import { gmail } from './api/gmail-requests.ts'
import type { Label } from './api/gmail-types.ts'

/** Doorman's label. Users rename and delete labels, so every use looks it up again. */
export type SetAsideLabel = {
  find(api: GmailApi): Promise<string | null>
  /** Creates the label if there is none. Concurrent calls share one lookup and one creation. */
  load(api: GmailApi): Promise<string>
}

export function createSetAsideLabel(): SetAsideLabel {
  let loading: Promise<string> | null = null

  async function loadOrCreate(api: GmailApi): Promise<string> {
    return (await findLabel(api)) ?? createLabel(api)
  }

  return {
    find: findLabel,
    load(api) {
      loading ??= loadOrCreate(api).finally(() => {
        loading = null
      })
      return loading
    },
  }
}

async function findLabel(api: GmailApi): Promise<string | null> {
  const { labels = [] } = await api.read(gmail.listLabels())
  const setAside = labels.find((label) => label.name?.toLowerCase() === productName.toLowerCase())
  return setAside ? required(setAside.id, 'label') : null
}

async function createLabel(api: GmailApi): Promise<string> {
  const label = {
    name: productName,
    labelListVisibility: 'labelShow',
    messageListVisibility: 'show',
  }
  const find = async (): Promise<Label | null> => {
    const id = await findLabel(api)
    return id === null ? null : { id }
  }
  try {
    const created = await api.write(gmail.createLabel(label), find)
    return required(created.id, 'label')
  } catch (error) {
    // 409 "Label name exists or conflicts": another process created it first.
    const existing =
      error instanceof GmailError && error.status === 409 ? await findLabel(api) : null
    if (existing === null) throw error
    return existing
  }
}
