import { minuteMs } from '@doorman/domain/time'

/** The words of Chromium, Firefox and Safari for a script that could not be loaded. */
const words = /dynamically imported module|importing a module script failed/i

export function isModuleError(error: unknown): boolean {
  return error instanceof TypeError && words.test(error.message)
}

const storageKey = 'reloaded'

/** Whether a page may reload itself: once a minute, so that a file that stays missing causes no loop. */
export function mayReloadItself(
  pathname: string,
  now: number,
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): boolean {
  try {
    const [lastPath, lastTime] = (storage.getItem(storageKey) ?? '').split(' ')
    if (lastPath === pathname && now - Number(lastTime) < minuteMs) return false
    storage.setItem(storageKey, `${pathname} ${now}`)
    return true
  } catch {
    // The browser may forbid storage. Then we could not stop a loop.
    return false
  }
}
