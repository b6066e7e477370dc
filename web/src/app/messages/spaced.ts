/**
 * Throttles `work`: runs it at once, then at most once per interval; calls in between are combined into one at its end.
 */
export function spaced(work: () => void, everyMs: number): { run: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAskedAgain = false
  const rest = (): void => {
    timer = undefined
    if (!isAskedAgain) return
    isAskedAgain = false
    run()
  }
  const run = (): void => {
    if (timer !== undefined) {
      isAskedAgain = true
      return
    }
    timer = setTimeout(rest, everyMs)
    work()
  }
  return {
    run,
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      isAskedAgain = false
    },
  }
}
