const lookMilliseconds = 500
/** The browser rounds its counters. */
const minDropMilliseconds = 1

/** Sound of a track, in milliseconds. The DOM library does not declare it, and not every browser has it. */
type AudioStats = { deliveredFramesDuration: number; totalFramesDuration: number }

/**
 * Reports how much sound the browser itself dropped between the device and this page; counting received frames cannot
 * show it. `since` is the previous check, by `performance.now()`. Returns a function that stops it.
 */
export function watchDrops(track: MediaStreamTrack, onDrop: (since: number, seconds: number) => void): () => void {
  const droppedMilliseconds = () => {
    const { stats } = track as { stats?: AudioStats }
    return stats === undefined ? 0 : stats.totalFramesDuration - stats.deliveredFramesDuration
  }
  let before = { at: performance.now(), dropped: droppedMilliseconds() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), dropped: droppedMilliseconds() }
    if (now.dropped - before.dropped >= minDropMilliseconds) onDrop(before.at, (now.dropped - before.dropped) / 1000)
    else if (now.dropped > before.dropped) now.dropped = before.dropped // small drops add up
    before = now
  }, lookMilliseconds)
  return () => clearInterval(timer)
}
