const retryMilliseconds = 4000

/**
 * Runs `round` once at a time, in one tab. A start meanwhile is followed by another round; a due retry starts one after
 * 4 s.
 *
 * @param alone resolves with false, without running the task, while another tab runs one
 */
export function createRounds(round: () => Promise<void>, alone: (task: () => Promise<void>) => Promise<boolean>) {
  let running = false
  let again = false
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function start(): Promise<void> {
    if (closed) return
    if (running) {
      again = true
      return
    }
    running = true
    again = false
    clearTimeout(timer)
    timer = undefined
    const ran = await alone(round).catch(() => false)
    running = false
    if (again && timer === undefined) void start()
    // Another tab is sending, or the store cannot be read now: not a failure yet.
    else if (!ran) retryLater()
  }

  function retryLater() {
    if (!closed) timer ??= setTimeout(start, retryMilliseconds)
  }

  return {
    start,
    retryLater,
    isRetryDue: () => timer !== undefined,
    isClosed: () => closed,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
