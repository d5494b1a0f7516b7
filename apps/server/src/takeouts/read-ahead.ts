/** Reads the next piece while the caller works on the one before, so that the database does not wait for this process. */
export async function* readAhead<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  let next = pieces.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = pieces.next()
      // Awaited below. Until then a failure needs no handler.
      next.catch(() => {})
      yield value
    }
  } finally {
    // A caller that stops early ends its transaction next.
    await next.catch(() => {})
    await pieces.return(undefined)
  }
}
