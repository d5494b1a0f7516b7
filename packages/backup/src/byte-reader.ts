/** Reads an exact number of bytes from a stream. */
export class ByteReader {
  #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Undefined when the stream ends earlier. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts = [this.#held]
    let length = this.#held.length
    while (length < count) {
      const { done, value } = await this.#source.next()
      if (done) return undefined
      parts.push(value)
      length += value.length
    }
    const whole = parts.length === 1 ? this.#held : Buffer.concat(parts)
    this.#held = whole.subarray(count)
    return whole.subarray(0, count)
  }
}
