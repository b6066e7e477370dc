/** Runs at once, and then at most once in this time; what is asked in between is done at its end. */
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
