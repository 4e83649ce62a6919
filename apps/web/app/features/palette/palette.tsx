import { CornerDownLeft, Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Keys } from '../../ui/basics/kbd.tsx'
import { commandGroups, type Command } from './commands.ts'
import { matchCommands } from './match-commands.ts'
import { findNextOption } from './next-option.ts'
import { useCommands } from './use-commands.ts'

/** Search over pages, accounts and actions: a combobox in a modal dialog. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const commands = matchCommands(useCommands(), typed)
  // With a query the best match comes first, whatever its group.
  const shown =
    typed.trim() === ''
      ? commandGroups.flatMap((group) => commands.filter((command) => command.group === group))
      : commands
  const current = Math.min(chosen, shown.length - 1)
  const idOf = (index: number) => `${id}-${index}`

  // Synchronises with the browser, which keeps the focus in a modal dialog and makes the page inert.
  useEffect(() => dialog.current?.showModal(), [])

  function close() {
    // Gives the focus back to the element that had it. A command may then move it elsewhere.
    dialog.current?.close()
    onClose()
  }

  function run(command: Command | undefined) {
    if (!command) return
    close()
    void command.run()
  }

  function choose(index: number) {
    setChosen(index)
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = findNextOption(event, current, shown.length)
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(shown[current])
    else if (next !== null) choose(next)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      // Closes with Escape and, in most browsers, with a click outside.
      closedby="any"
      onCancel={close}
      className="popping mx-auto mt-[max(4rem,12vh)] w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-card border border-border bg-raised text-fg shadow-raised backdrop:bg-backdrop"
    >
      <div className="flex max-h-[min(28rem,70dvh)] flex-col">
        <div className="flex shrink-0 items-center gap-3 border-b border-border px-4">
          <Search aria-hidden className="size-4 shrink-0 text-muted-fg" />
          <input
            type="text"
            role="combobox"
            aria-label="Search pages, accounts and actions"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={current >= 0 ? idOf(current) : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Search or jump to…"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
            className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted-fg md:text-sm"
          />
          <span className="max-md:hidden">
            <Keys>Esc</Keys>
          </span>
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="-me-3 grid size-11 place-items-center rounded-control text-muted-fg md:hidden"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
        <div
          id={id}
          role="listbox"
          aria-label="Commands"
          className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
        >
          {shown.map((command, index) => (
            <Option
              key={`${command.group} ${command.title}`}
              id={idOf(index)}
              command={command}
              isFirstOfGroup={typed.trim() === '' && command.group !== shown[index - 1]?.group}
              isChosen={index === current}
              onPoint={() => setChosen(index)}
              onChoose={() => run(command)}
            />
          ))}
        </div>
        <p role="status" className={shown.length > 0 ? 'sr-only' : 'p-6 pt-2 text-center text-sm'}>
          {shown.length > 0 ? `${shown.length} results` : 'No matches. Try another word.'}
        </p>
      </div>
    </dialog>
  )
}

function Option({
  id,
  command,
  isFirstOfGroup,
  isChosen,
  onPoint,
  onChoose,
}: {
  id: string
  command: Command
  isFirstOfGroup: boolean
  isChosen: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  return (
    <>
      {isFirstOfGroup && (
        <p role="presentation" className="px-2.5 pt-3 pb-1 text-xs text-muted-fg first:pt-1.5">
          {command.group}
        </p>
      )}
      {/* The input keeps the focus and handles the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onPointerMove={onPoint}
        onClick={onChoose}
        className="flex h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 text-sm aria-selected:bg-fg/8 md:h-9"
      >
        <span className="min-w-0 grow truncate">
          <bdi>{command.title}</bdi>
        </span>
        {command.keys ? (
          <span className="max-md:hidden">
            <Keys>{command.keys}</Keys>
          </span>
        ) : (
          isChosen && <CornerDownLeft aria-hidden className="size-3.5 shrink-0 text-muted-fg" />
        )}
      </div>
    </>
  )
}
