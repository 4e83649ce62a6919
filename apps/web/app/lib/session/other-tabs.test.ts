import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announceSignOut, announceViewEnd, onOutdated } from './other-tabs.ts'

const tabs = new EventTarget()
const stored = new Map<string, string>()

/** As in a browser: each change of the storage is an event in the other tabs. */
function change(key: string, newValue: string | null): void {
  if (newValue === null) stored.delete(key)
  else stored.set(key, newValue)
  tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
  vi.stubGlobal('removeEventListener', tabs.removeEventListener.bind(tabs))
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => change(key, value),
    removeItem: (key: string) => change(key, null),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

function openTab(options: { showsView: boolean }) {
  const leave = vi.fn()
  onTestFinished(onOutdated(options, leave))
  return leave
}

test('when a view ends, tabs that show it leave once, and the admin’s own pages stay', () => {
  const viewing = openTab({ showsView: true })
  const panel = openTab({ showsView: false })
  announceViewEnd()
  expect(viewing).toHaveBeenCalledTimes(1)
  expect(panel).not.toHaveBeenCalled()
})

test('when the session ends or a view starts, every other tab leaves once', () => {
  const viewing = openTab({ showsView: true })
  const own = openTab({ showsView: false })
  announceSignOut()
  expect(viewing).toHaveBeenCalledTimes(1)
  expect(own).toHaveBeenCalledTimes(1)
})

test('nothing stays in the storage, and other keys are ignored', () => {
  const own = openTab({ showsView: false })
  change('theme', 'light')
  expect(own).not.toHaveBeenCalled()
  stored.clear()
  announceSignOut()
  announceViewEnd()
  expect(stored.size).toBe(0)
})

test('a browser that forbids storage causes no error', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { setItem: refuse, removeItem: refuse })
  expect(announceSignOut).not.toThrow()
})
