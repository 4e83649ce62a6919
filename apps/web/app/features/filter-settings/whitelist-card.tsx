import { useSuspenseQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ProBadge } from './pro-badge.tsx'
import { whitelist } from './queries.ts'
import { toDomainFault, useWhitelist } from './use-whitelist.ts'

export function WhitelistCard({ isPro }: { isPro: boolean }) {
  const { data } = useSuspenseQuery(whitelist)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { add, remove, removed } = useWhitelist({
    // An Undo also adds a domain, and must not clear what is being typed.
    onAdded: (domain) => setTyped((typed) => (typed.trim() === domain ? '' : typed)),
    // The pressed button disappears with its domain.
    onRemove: () => input.current?.focus(),
  })
  const domains = data.domains.filter((domain) => domain !== removed)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const domain = typed.trim()
    if (domain !== '' && isPro && !add.isPending) add.mutate(domain)
  }

  return (
    <Card
      title="Domain Whitelist"
      description="Verified email from these domains always stays in your inbox."
      action={!isPro && <ProBadge />}
    >
      <form onSubmit={onSubmit} className="flex items-start gap-3">
        <div className="grow">
          <Field label="Domain" error={add.error ? toDomainFault(add.error) : undefined}>
            {(control) => (
              <Input
                {...control}
                ref={input}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value)
                  if (add.isError) add.reset()
                }}
                disabled={!isPro}
                placeholder="example.com"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                inputMode="url"
                maxLength={1000}
              />
            )}
          </Field>
        </div>
        {/* As high as the label and its gap, so that the button stands beside the input. */}
        <div className="pt-7">
          <Button type="submit" variant="secondary" disabled={!isPro} isPending={add.isPending}>
            Add
          </Button>
        </div>
      </form>
      {domains.length > 0 && !isPro && (
        <p className="mt-5 text-sm text-muted-fg">Saved, but not applied without Pro:</p>
      )}
      {domains.length > 0 && (
        <ul aria-label="Whitelisted domains" className="mt-3 flex flex-wrap gap-2">
          {domains.map((domain) => (
            <li
              key={domain}
              className="flex h-11 max-w-full items-center rounded-control border border-border bg-bg ps-3 text-sm md:h-9"
            >
              <span className="truncate pe-3" title={domain}>
                {domain}
              </span>
              {isPro && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${domain}`}
                  onClick={() => remove(domain)}
                >
                  <X aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {domains.length === 0 && (
        <p className="mt-5 text-sm text-muted-fg">
          No domains yet. People you’ve emailed always get through, listed or not.
        </p>
      )}
    </Card>
  )
}
