const lookMilliseconds = 500
/** The browser's own counting is rounded. */
const smallestDropMilliseconds = 1

/** Of a track's sound, in milliseconds; the DOM library does not know it, and not every browser does. */
type AudioStats = { deliveredFramesDuration: number; totalFramesDuration: number }

/**
 * Tells how much sound the browser itself has dropped between the device and this page, which no counting of what
 * arrives can show. `since` is the look before, by `performance.now()`. Returns the way to stop.
 */
export function watchDrops(track: MediaStreamTrack, onDrop: (since: number, seconds: number) => void): () => void {
  const droppedMilliseconds = () => {
    const { stats } = track as { stats?: AudioStats }
    return stats === undefined ? 0 : stats.totalFramesDuration - stats.deliveredFramesDuration
  }
  let before = { at: performance.now(), dropped: droppedMilliseconds() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), dropped: droppedMilliseconds() }
    if (now.dropped - before.dropped >= smallestDropMilliseconds)
      onDrop(before.at, (now.dropped - before.dropped) / 1000)
    else if (now.dropped > before.dropped) now.dropped = before.dropped // it adds up
    before = now
  }, lookMilliseconds)
  return () => clearInterval(timer)
}
