import { trackingCodeFields, type TrackingCodeField } from '@doorman/contract/admin-tracking'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { trackingCodes } from '../queries.ts'
import { CodeCard } from './code-card.tsx'
import { PixelCard } from './pixel-card.tsx'

/** The operator's marketing snippets. Each is saved on its own. */
export function TrackingTab() {
  const [drafts, setDrafts] = useState<Partial<Record<TrackingCodeField, string>>>({})
  const unsaved = useRef(new Set<TrackingCodeField>())
  const isUnsaved = useRef(false)
  const stored = useQuery(trackingCodes)

  /** `undefined` drops the draft: the field shows the stored code again. */
  function setDraft(field: TrackingCodeField, text?: string) {
    setDrafts((before) => ({ ...before, [field]: text }))
    if (text === undefined || text === stored.data?.[field]) unsaved.current.delete(field)
    else unsaved.current.add(field)
    isUnsaved.current = unsaved.current.size > 0
  }

  return (
    <Loaded query={stored} what="the tracking codes">
      {(codes) => (
        <div className="grid grid-cols-1 gap-6">
          {trackingCodeFields.map((field) => (
            <CodeCard
              key={field}
              field={field}
              stored={codes[field]}
              draft={drafts[field]}
              onDraft={(text) => setDraft(field, text)}
            />
          ))}
          <PixelCard savedHead={codes.trackingCodeHead} />
          <UnsavedGuard isUnsaved={isUnsaved} />
        </div>
      )}
    </Loaded>
  )
}
