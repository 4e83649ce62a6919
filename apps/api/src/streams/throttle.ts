/**
 * Calls `act` at once, and then at most once per interval, however often it is asked to. A request
 * within the interval is carried out at its end, so none is lost.
 */
export function throttle(
  intervalMs: number,
  act: () => void,
): { readonly ask: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isAsked = false
  const run = () => {
    act()
    timer = setTimeout(() => {
      timer = undefined
      if (!isAsked) return
      isAsked = false
      run()
    }, intervalMs)
  }
  return {
    ask() {
      if (timer) isAsked = true
      else run()
    },
    stop: () => clearTimeout(timer),
  }
}
